import { analysisFields } from '../core/analysis-fields.ts';
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

/** What names files one by one. */
const FILES = ['git_status', 'state_files', 'modified_at', 'files_modified', 'session_files'];

/** The larger part of a note, and nothing that a list of checkpoints shows: what the session knew, and what names files one by one. */
const LONG = new Set([...FILES, 'analysis', 'recent_commands']);

/** Nothing that a line of the page shows, which tells the intent, the turn and the last test as well. */
const LONG_FOR_ROW = new Set([
  ...FILES,
  ...analysisFields.flatMap(({ kind, name }) => (kind === 'text' ? [] : [name])),
]);

export interface Reading {
  /** Passes over the analysis and what names commands or files one by one; the note then seems to have none. For a row, with intent, evidence and commands. */
  readonly briefly?: boolean | 'row';
}

/** Reads and checks a note; a failure names what is wrong with it. */
export async function parseNote(bytes: Uint8Array, { briefly }: Reading = {}): Promise<Note> {
  if (bytes.length > MAX_NOTE_BYTES) {
    throw new Failure('fatal', `the note has ${bytes.length} bytes; more than ${MAX_NOTE_BYTES} are not read`);
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  const value = parseQuickYaml(text, passedOver(briefly)) ?? (await parseAnyYaml(text));
  return checkNote(briefly === true && isMap(value) ? { analysis: emptyAnalysis, ...value } : value);
}

function passedOver(briefly: Reading['briefly']): ReadonlySet<string> | undefined {
  if (briefly === 'row') return LONG_FOR_ROW;
  return briefly ? LONG : undefined;
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
