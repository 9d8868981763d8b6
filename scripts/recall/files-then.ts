import { commitMessage, committedPaths } from './commit-calls.ts';
import { editTargets, patchText } from './paths-of.ts';
import { type Raw, type RawCall, type RawSession, string, withSlashes } from './raw-event.ts';
import { filesSeen } from './read-files-then.ts';

/** A file of the session before it was touched and at the moment of the cut. */
export interface FileThen {
  readonly path: string;
  before: string | undefined;
  after: string | undefined;
}

/** What a commit of the session took in: paths with their contents, undefined for a deleted one. */
interface CommitThen {
  readonly message: string;
  readonly files: ReadonlyMap<string, string | undefined>;
}

export interface HistoryThen {
  readonly files: readonly FileThen[];
  readonly commits: readonly CommitThen[];
}

/** Contents before the session, by path. */
export type Bases = ReadonlyMap<string, string | undefined>;

/** The files as they were, as far as the transcript shows them; only those inside the working directory. */
export function filesThen(session: RawSession): readonly FileThen[] {
  return historyThen(session).files;
}

/** The files as the last commit of the session has them, and as they are: what a pack says of a file is against HEAD. */
export function filesSinceCommit(session: RawSession): FileThen[] {
  const { files, commits } = historyThen(session);
  return files.map((file) => {
    const commit = commits.findLast((one) => one.files.has(file.path));
    return commit === undefined ? file : { ...file, before: commit.files.get(file.path) };
  });
}

/** A file that was never seen whole is known piece by piece, so the first pass finds what it began with. */
export function historyThen(session: RawSession, bases: Bases = basesOf(session)): HistoryThen {
  return replay(session, bases);
}

/** Files that were edited, and those that were only read, as far as the transcript shows them. */
export function basesOf(session: RawSession): Bases {
  const read = [...filesSeen(session)].flatMap(([path, text]): [string, string][] => {
    const inside = insidePath(session.cwd, path);
    return inside === undefined || text === '' ? [] : [[inside, text]];
  });
  const edited = replay(session, new Map()).files.map(({ path, before }) => [path, before] as const);
  return new Map([...read, ...edited]);
}

function replay({ events, cwd }: RawSession, bases: Bases): HistoryThen {
  const files = new Map<string, FileThen>();
  const commits: CommitThen[] = [];
  const added: string[] = [];
  for (const event of events) {
    if (event.kind !== 'call' || event.call.failed) continue;
    for (const target of editTargets(event.call)) {
      const path = insidePath(cwd, target);
      if (path === undefined) continue;
      const file = files.get(path) ?? { path, before: bases.get(path), after: bases.get(path) };
      if (!files.has(path)) files.set(path, file);
      applyEdit(file, event.call, target);
    }
    const message = commitMessage(event.call, cwd);
    added.push(...committedPaths(event.call));
    if (message === undefined) continue;
    commits.push({ message, files: takenIn([...files.values()], added) });
    added.length = 0;
  }
  return { files: [...files.values()], commits };
}

/** Named files and folders, or everything where none was named. */
function takenIn(files: readonly FileThen[], named: readonly string[]): CommitThen['files'] {
  const isNamed = (path: string) =>
    named.some((name) => name === '.' || path === name || path.startsWith(`${name.replace(/\/$/, '')}/`));
  const all = named.length === 0 || !files.some(({ path }) => isNamed(path));
  return new Map(files.filter(({ path }) => all || isNamed(path)).map(({ path, after }) => [path, after]));
}

function insidePath(directory: string, place: string): string | undefined {
  const [cwd, path] = [withSlashes(directory), withSlashes(place)];
  const inside = cwd !== '' && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
  const names = inside.replace(/^\.\//, '').split('/');
  return inside === '' ||
    /^(?:\/|[a-z]:\/)/i.test(inside) ||
    names.some((name) => name === '' || name === '..' || name === '.git')
    ? undefined
    : names.join('/');
}

function applyEdit(file: FileThen, call: RawCall, target: string): void {
  const { input, detail } = call;
  const original = typeof detail['originalFile'] === 'string' ? detail['originalFile'] : undefined;
  if (typeof input['content'] === 'string') {
    if (file.after === undefined) file.before ??= original;
    file.after = input['content'];
  } else if (patchText(call) !== '') applyPatch(file, patchText(call), target);
  else applyReplacement(file, input, original);
}

function applyReplacement(file: FileThen, input: Raw, original: string | undefined): void {
  if (file.after === undefined) file.before ??= original;
  if (original !== undefined) file.after = original;
  replacePiece(file, string(input['old_string']), string(input['new_string']), input['replace_all'] === true);
}

/** Where the whole file was never seen, its known pieces stand for it. */
function replacePiece(file: FileThen, ...[oldText, newText, everywhere]: [string, string, boolean?]): void {
  const current = file.after ?? file.before ?? '';
  if (oldText !== '' && current.includes(oldText))
    file.after = everywhere ? current.replaceAll(oldText, newText) : current.replace(oldText, () => newText);
  else {
    // What the session made had nothing before.
    const isNew = file.before === undefined && file.after !== undefined;
    if (oldText !== '' && !isNew) file.before = `${file.before ?? ''}${oldText}\n`;
    file.after = `${current}${newText}\n`;
  }
}

function applyPatch(file: FileThen, patch: string, target: string): void {
  const section =
    patch
      .split(/^(?=\*\*\* (?:Add|Update|Delete) File: )/m)
      .find((part) => part.split('\n')[0]?.trimEnd().endsWith(`File: ${target}`)) ?? '';
  const hunks = section
    .split('\n')
    .slice(1)
    .filter((line) => !line.startsWith('***'))
    .join('\n')
    .split(/^@@.*\n/m)
    .filter((hunk) => hunk.trim() !== '');
  if (section.startsWith('*** Delete')) file.after = undefined;
  else if (section.startsWith('*** Add')) file.after = hunks.map((hunk) => side(hunk, '+')).join('\n');
  else for (const hunk of hunks) replacePiece(file, side(hunk, ' -'), side(hunk, ' +'));
}

/** The lines of a hunk with one of the signs. */
function side(hunk: string, signs: string): string {
  return hunk
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => signs.includes(line[0] ?? ' '))
    .map((line) => line.slice(1))
    .join('\n');
}
