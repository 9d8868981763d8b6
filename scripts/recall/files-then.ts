import { applyEdit } from './apply-edit.ts';
import { commitMessage, committedPaths } from './commit-calls.ts';
import { KnownFiles } from './known-files.ts';
import { editTargets } from './paths-of.ts';
import { type RawSession, withSlashes } from './raw-event.ts';
import { filesSeen } from './read-files-then.ts';
import { shellEffects } from './shell-effects.ts';

/** A file of the session before it was touched and at the moment of the cut. */
export interface FileThen {
  readonly path: string;
  before: string | undefined;
  after: string | undefined;
  /** Where it lay before the session. */
  movedFrom?: FileThen;
  /** It was moved away, perhaps before anything was seen of it. */
  isSource?: true;
}

/** What a commit of the session took in: paths with their contents, undefined for a deleted one. */
export interface CommitThen {
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
  const { known, commits } = replay(session, bases);
  return { files: known.all(), commits };
}

/** Files that were edited, and those that were only read, as far as the transcript shows them. */
export function basesOf(session: RawSession): Bases {
  const { known } = replay(session, new Map());
  const bases = new Map<string, string | undefined>();
  for (const [place, text] of filesSeen(session)) {
    const path = insidePath(session.cwd, place);
    if (path !== undefined && text !== '') bases.set(known.originOf(path), text);
  }
  // What an edit tells of a file is more than what was read of it.
  for (const { path, before, isSource } of known.all()) if (before !== undefined || !isSource) bases.set(path, before);
  return bases;
}

function replay(
  { events, work = events, cwd }: RawSession,
  bases: Bases,
): { known: KnownFiles; commits: readonly CommitThen[] } {
  const known = new KnownFiles(bases);
  const commits: CommitThen[] = [];
  const added: string[] = [];
  const inside = (place: string) => insidePath(cwd, place);
  for (const event of work) {
    if (event.kind !== 'call' || event.call.failed) continue;
    for (const target of editTargets(event.call)) {
      const path = inside(target);
      if (path !== undefined) applyEdit(known.at(path), event.call, target);
    }
    added.push(...shellEffects(event.call, cwd).flatMap((effect) => known.apply(effect, inside, commits)));
    added.push(...committedPaths(event.call));
    const message = commitMessage(event.call, cwd);
    if (message === undefined) continue;
    commits.push({ message, files: takenIn(known.all(), added) });
    added.length = 0;
  }
  return { known, commits };
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
