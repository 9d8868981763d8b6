import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** What docs/note.schema.json finds wrong with a parsed document; nothing for a note. */
export function noteErrors(document: unknown): string[] {
  return validate(document)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

// A time as JavaScript reads it: a person may have written a date alone.
const ajv = new Ajv2020({ formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) } });
const validate = ajv.compile(JSON.parse(readFileSync(new URL('../../docs/note.schema.json', import.meta.url), 'utf8')));
