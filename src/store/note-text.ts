import { Failure } from '../core/failure.ts';
import { emptyAnalysis, MAX_NOTE_BYTES, type Note } from '../core/note.ts';
import { checkNote } from './note-schema.ts';
import { type Plain, parseQuickYaml, renderQuickYaml } from './quick-yaml.ts';

/** The note as one YAML document. */
export function renderNote(note: Note): string {
  return renderQuickYaml(note as unknown as { readonly [key: string]: Plain });
}

/** A note and its text, which is made once and then stored. */
export interface RenderedNote {
  readonly note: Note;
  readonly bytes: Uint8Array;
}

/** The larger part of a note, and nothing that a list of checkpoints shows: what the session knew, and what names files one by one. */
const LONG = new Set([
  'analysis',
  'recent_commands',
  'git_status',
  'state_files',
  'modified_at',
  'files_modified',
  'session_files',
]);

export interface Reading {
  /** Passes over the analysis and what names commands or files one by one; the note then seems to have none. */
  readonly briefly?: boolean;
}

/** Reads and checks a note; a failure names what is wrong with it. */
export async function parseNote(bytes: Uint8Array, { briefly }: Reading = {}): Promise<Note> {
  if (bytes.length > MAX_NOTE_BYTES) {
    throw new Failure('fatal', `the note has ${bytes.length} bytes; more than ${MAX_NOTE_BYTES} are not read`);
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  const value = parseQuickYaml(text, briefly ? LONG : undefined) ?? (await parseAnyYaml(text));
  return checkNote(briefly && isMap(value) ? { analysis: emptyAnalysis, ...value } : value);
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** YAML in any form, for notes that people or other tools wrote. */
async function parseAnyYaml(text: string): Promise<unknown> {
  const { isAlias, parseDocument, visit } = await import('yaml');
  const document = parseDocument(text, { uniqueKeys: true, logLevel: 'error' });
  const problem = document.errors[0];
  if (problem)
    throw new Failure('fatal', `the note is not YAML: ${problem.message.split('\n')[0]}`, { cause: problem });
  visit(document, (_, node) => {
    const anchored = node !== null && typeof node === 'object' && 'anchor' in node && node.anchor !== undefined;
    if (anchored || isAlias(node)) {
      throw new Failure('fatal', 'the note uses YAML anchors, which are not read');
    }
  });
  return document.toJS({ maxAliasCount: 0 });
}
