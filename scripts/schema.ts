/** Writes the JSON Schema of the note, which a test holds to the check of notes: `npm run schema`. */
import { writeFileSync } from 'node:fs';
import { renderNoteSchema } from './docs/note-schema.ts';

writeFileSync(new URL('../docs/note.schema.json', import.meta.url), renderNoteSchema());
