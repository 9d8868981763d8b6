/** Writes the JSON Schemas of the note and of a checkpoint, which tests hold to what is printed: `npm run schema`. */
import { writeFileSync } from 'node:fs';
import { renderCheckpointSchema } from './docs/checkpoint-schema.ts';
import { renderNoteSchema } from './docs/note-schema.ts';

writeFileSync(new URL('../docs/note.schema.json', import.meta.url), renderNoteSchema());
writeFileSync(new URL('../docs/checkpoint.schema.json', import.meta.url), renderCheckpointSchema());
