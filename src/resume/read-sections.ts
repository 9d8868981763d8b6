import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import type { GitEngine } from '../git/engine.ts';
import { readTrees } from '../git/read-trees.ts';
import { redact } from '../redaction/redact.ts';
import { isSecretName } from '../redaction/secret-names.ts';
import { linesNaming, namesNext } from './named-lines.ts';
import { MIN_OUTLINE_LENGTH } from './pack/file-levels.ts';
import { languageOf } from './pack/language-of.ts';
import { outline } from './pack/outline.ts';
import type { ReadSection } from './pack/read-section.ts';
import { isSideFile } from './pack/side-file.ts';

/** More would take the room of nothing else, but the tokens of somebody. */
const MAX_FILES = 3;
/** Of so many more their names. */
const MAX_OUTLINES = 4;
const MAX_OUTLINE_LINES = 24;
const MAX_LINES = 60;
const MAX_LENGTH = 3000;
const MAX_BYTES = 400_000;

/** What the session last read in files that it did not change, as the checkpoint has them, and outlines of those before. */
export async function readSections(
  engine: GitEngine,
  { tree, note }: Checkpoint,
  changed: ReadonlySet<string>,
): Promise<ReadSection[]> {
  const { read = [] } = note.session_files ?? {};
  const names = namesNext(note.analysis);
  const wanted = read.filter(
    ({ path }) => !changed.has(path) && isInside(path) && !isSecretName(path) && !isSideFile(path),
  );
  const sections: ReadSection[] = [];
  for (const [at, { path, lines }] of wanted
    .slice(-MAX_FILES - MAX_OUTLINES)
    .reverse()
    .entries()) {
    const oid = await findBlob(engine, tree, path);
    const [object] = oid === undefined ? [] : await engine.readObjects([oid]);
    const text = object === undefined || object.bytes.length > MAX_BYTES ? '' : textOf(object.bytes);
    const section = named(text, names) ?? (at < MAX_FILES ? lastRead(path, text, lines) : outlineOf(path, text));
    const isOfUse = section?.isNamed === true || !SETTINGS.test(path);
    if (section !== undefined && isOfUse && sections.every((other) => other.text !== section.text))
      sections.push({ path, ...section });
  }
  // What the next step needs comes first; the order of reading decides about the rest.
  return sections.toSorted((one, other) => Number(other.isNamed ?? false) - Number(one.isNamed ?? false));
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

function named(text: string, names: readonly string[]): Omit<ReadSection, 'path'> | undefined {
  const lines = linesNaming(text, names);
  return lines === undefined ? undefined : { part: 'around what was named last', text: lines, isNamed: true };
}

/** The last range that was read, `1-120, 360-479` → lines 360 on. Of a long file that was read from its beginning, imports say less than an outline. */
function lastRead(path: string, text: string, ranges: string): Omit<ReadSection, 'path'> | undefined {
  const [, from = '1', to = String(MAX_LINES)] = /(\d+)-(\d+)$/.exec(ranges) ?? [];
  const first = Number(from);
  const lines = text.split('\n');
  const beginsWithImports =
    languageOf(path) !== 'markdown' &&
    lines.length > MAX_LINES + 1 &&
    lines.slice(0, MAX_PREAMBLE).some((line) => IMPORT.test(line));
  return (first === 1 && beginsWithImports ? outlineOf(path, text) : undefined) ?? cut(text, first, Number(to));
}

const MAX_PREAMBLE = 30;
const IMPORT = /^(?:import|from|use|using|require|package|#include|(?:const|var) .{1,80}= require)\b/;

function cut(text: string, first: number, to: number): Omit<ReadSection, 'path'> | undefined {
  const lines = text.split('\n').slice(first - 1, Math.min(to, first + MAX_LINES - 1));
  while (lines.join('\n').length > MAX_LENGTH) lines.pop();
  if (lines.join('').trim() === '') return undefined;
  return { part: `lines ${first}-${first + lines.length - 1}`, text: lines.join('\n') };
}

function outlineOf(path: string, text: string): Omit<ReadSection, 'path'> | undefined {
  const names = outline(text, languageOf(path)).slice(0, MAX_OUTLINE_LINES);
  return names.length < MIN_OUTLINE_LENGTH ? undefined : { part: 'outline', text: names.join('\n') };
}
