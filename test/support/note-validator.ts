import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** What docs/note.schema.json finds wrong with a parsed document; nothing for a note. */
export const noteErrors = errorsBy('note.schema.json');

/** The same for a checkpoint as commands print it. */
export const checkpointErrors = errorsBy('checkpoint.schema.json');

function errorsBy(name: string): (document: unknown) => string[] {
  // A time as JavaScript reads it: a person may have written a date alone.
  const ajv = new Ajv2020({ formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) } });
  const validate = ajv.compile(JSON.parse(readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')));
  return (document) =>
    validate(document) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
