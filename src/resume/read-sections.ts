import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import type { Note } from '../core/note.ts';
import type { GitEngine } from '../git/engine.ts';
import { readTrees } from '../git/read-trees.ts';
import { redact } from '../redaction/redact.ts';
import { isSecretName } from '../redaction/secret-names.ts';
import { linesNaming } from './named-lines.ts';
import { languageOf } from './pack/language-of.ts';
import { partAbout } from './pack/part-about.ts';
import type { ReadSection } from './pack/read-section.ts';
import { isSideFile } from './pack/side-file.ts';
import { type Sought, soughtBy } from './pack/sought.ts';

/** More would take the room of nothing else, but the tokens of somebody. */
const MAX_FILES = 3;
/** What was read longer ago is hardly what is asked for. */
const MAX_READ = 12;
const MAX_LENGTH = 2400;
const MAX_BYTES = 400_000;

interface Found extends ReadSection {
  readonly score: number;
}

/** Of files that the session read, or edited and committed, the part that the open work speaks of, as the checkpoint has it. */
export async function readSections(
  engine: GitEngine,
  { tree, note }: Checkpoint,
  changed: ReadonlySet<string>,
): Promise<ReadSection[]> {
  const sought = soughtBy(note.analysis);
  const edited = new Set(note.session_files?.edited);
  const found: Found[] = [];
  for (const path of wantedFiles(note, changed)) {
    const text = await textThere(engine, tree, path);
    const section = named(path, text, sought) ?? about(path, text, { ...sought, isEdited: edited.has(path) });
    if (section !== undefined && found.every((other) => other.text !== section.text)) found.push(section);
  }
  // What the next step names comes first.
  return found
    .toSorted((one, other) => Number(other.isNamed ?? false) - Number(one.isNamed ?? false) || other.score - one.score)
    .slice(0, MAX_FILES)
    .map(({ score: _score, ...section }) => section);
}

/** Those that were read last first. */
function wantedFiles({ session_files }: Note, changed: ReadonlySet<string>): string[] {
  const { read = [], edited = [] } = session_files ?? {};
  const paths = [...new Set([...edited, ...read.map(({ path }) => path)])];
  return paths
    .filter((path) => !changed.has(path) && isInside(path) && !isSecretName(path) && !isSideFile(path))
    .slice(-MAX_READ)
    .reverse();
}

async function textThere(engine: GitEngine, tree: Oid, path: string): Promise<string> {
  const oid = await findBlob(engine, tree, path);
  const [object] = oid === undefined ? [] : await engine.readObjects([oid]);
  return object === undefined || object.bytes.length > MAX_BYTES ? '' : textOf(object.bytes);
}

/** Who needs it, names it. */
const SETTINGS =
  /(?:^|\/)(?:\.env[\w.-]*|tsconfig[\w.-]*\.json|package\.json|components\.json|[\w.-]+\.config\.\w{1,4}|\.[\w-]+rc(?:\.\w{1,4})?)$/;

/** A path of the note may be one of another place, or made up. */
function isInside(path: string): boolean {
  return path !== '' && !/^(?:\/|[A-Za-z]:)/.test(path) && !path.split('/').includes('..');
}

async function findBlob(engine: GitEngine, tree: Oid, path: string): Promise<Oid | undefined> {
  let oid: Oid | undefined = tree;
  let mode = '';
  for (const name of path.split('/')) {
    const entry: { readonly oid: Oid; readonly mode: string } | undefined =
      oid === undefined ? undefined : (await readTrees(engine, [oid])).get(oid)?.get(name);
    oid = entry?.oid;
    mode = entry?.mode ?? '';
  }
  return mode.startsWith('100') ? oid : undefined;
}

function textOf(bytes: Uint8Array): string {
  return bytes.includes(0) ? '' : redact(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()).text;
}

function named(path: string, text: string, { names }: Pick<Sought, 'names'>): Found | undefined {
  const lines = linesNaming(text, names);
  // What is named first is done first.
  const score = -names.findIndex((name) => text.includes(name));
  return lines === undefined
    ? undefined
    : { path, part: 'around what was named last', text: lines, isNamed: true, score };
}

/** Settings say little to who did not ask for them by name. */
function about(path: string, text: string, sought: Parameters<typeof partAbout>[2]): Found | undefined {
  const part = SETTINGS.test(path) ? undefined : partAbout(text, languageOf(path), sought);
  if (part === undefined) return undefined;
  const lines = text.split('\n').slice(part.first, part.last + 1);
  while (lines.join('\n').length > MAX_LENGTH) lines.pop();
  const shown = lines.join('\n').trimEnd();
  if (shown === '') return undefined;
  return {
    path,
    part: `lines ${part.first + 1}-${part.first + shown.split('\n').length}`,
    text: shown,
    score: part.score,
  };
}
