import { noteShape } from '../../src/store/note-schema.ts';

const text = { type: 'string' };
const flag = { type: 'boolean' };
const oid = { type: 'string', pattern: '^([0-9a-f]{40}|[0-9a-f]{64})$' };

/** What git knows of a checkpoint beside its note. */
const besideTheNote = {
  number: { type: 'integer', minimum: 1 },
  id: { type: 'string', pattern: '^CHECKPOINT-[0-9]{5,}$' },
  commit: oid,
  tree: oid,
  base: { anyOf: [oid, { type: 'null' }], description: 'The commit it was made on; null before the first one' },
  branch: { ...text, description: 'Empty on a detached HEAD' },
  kept: { ...flag, description: 'Never pruned' },
  author: { type: 'object', properties: { name: text, email: text }, required: ['name', 'email'] },
  origin: {
    type: 'object',
    description: 'How it came here, where that was looked up',
    properties: { remote: { anyOf: [text, { type: 'null' }] }, signed: flag, trusted: flag },
    required: ['remote', 'signed', 'trusted'],
  },
  note_lost: { const: true, description: 'The note is lost; this was rebuilt from the commit message' },
};

/** The text of docs/checkpoint.schema.json. */
export function renderCheckpointSchema(): string {
  const note = noteShape.schema as { readonly properties: object; readonly required: readonly string[] };
  const required = ['number', 'id', 'commit', 'tree', 'base', 'branch', 'kept', 'author'];
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A checkpoint, as commands print it with --json',
    description:
      'The note of the checkpoint (note.schema.json) and what git knows of it. Contents of files are not in it.',
    ...note,
    properties: { ...besideTheNote, ...note.properties },
    required: [...required, ...note.required],
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}
