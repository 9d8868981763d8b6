import { noteShape } from '../../src/store/note-schema.ts';

/** The text of docs/note.schema.json. */
export function renderNoteSchema(): string {
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The note of a checkpoint, schema 1',
    description: 'Missing texts and lists are empty; unknown fields are passed over. See format.md.',
  };
  return `${JSON.stringify({ ...head, ...noteShape.schema }, undefined, 2)}\n`;
}
