import { applyDiff, applyEdit, applyUnknown } from './apply-edit.ts';
import { BranchWatch } from './branch-change.ts';
import { commitMessage } from './commit-calls.ts';
import { diffTold, type Hunk } from './diff-told.ts';
import { KnownFiles } from './known-files.ts';
import { editTargets, patchMoves, patchText } from './paths-of.ts';
import { type RawCall, type RawSession, withSlashes } from './raw-event.ts';
import { FilesSeen } from './read-files-then.ts';
import { shellEffects } from './shell-effects.ts';
import { directoryOf } from './shell-places.ts';
import { inTheWay, statusTold } from './status-told.ts';
import { takenElsewhere, takenIn } from './taken-in.ts';

/** A file of the session before it was touched and at the moment of the cut. */
export interface FileThen {
  readonly path: string;
  before: string | undefined;
  after: string | undefined;
  /** Where it lay before the session. */
  movedFrom?: FileThen;
  /** It was moved away, perhaps before anything was seen of it. */
  isSource?: true;
  /** An edit told all that was in it before. */
  isWhole?: true;
  /** Known by these pieces alone, which are not as they were committed. */
  pieces?: readonly Hunk[];
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
  const { known } = replay(session, bases);
  return { files: known.all(), commits: known.commits };
}

/** Files that were edited, and those that were only read, as far as the transcript shows them. */
export function basesOf(session: RawSession): Bases {
  const first = replay(session, new Map());
  const read = [...first.seen.texts()].filter(([path]) => !(first.known.has(path) && first.known.at(path).isWhole));
  const { known } = replay(session, new Map(read));
  const bases = new Map<string, string | undefined>(read);
  // What an edit tells of a file is more than what was read of it.
  for (const { path, before, isSource } of known.all()) if (before !== undefined || !isSource) bases.set(path, before);
  return bases;
}

const NOTHING_LISTED = { listed: [], below: '' };

function replay(session: RawSession, bases: Bases): { known: KnownFiles; seen: FilesSeen } {
  const { events, work = events, cwd } = session;
  const known = new KnownFiles(bases);
  const seen = new FilesSeen(cwd);
  const branch = new BranchWatch(cwd);
  let staged: string[] = [];
  for (const [at, event] of work.entries()) {
    if (event.kind !== 'call') continue;
    const { call } = event;
    if (branch.isChangedBefore(call)) takenElsewhere(known, NOTHING_LISTED, work.slice(at));
    const message = commitMessage(call, cwd);
    if (!call.failed || message !== undefined) {
      edit(known, call, cwd);
      seen.read(call, (place) => unchanged(known, placeOf(cwd, place)));
      staged.push(...shellEffects(call, cwd).flatMap((effect) => known.apply(effect, (place) => placeOf(cwd, place))));
    }
    if (message !== undefined) {
      known.commit(message, takenIn(known, staged, call));
      staged = [];
    }
    learnFromGit(known, call, cwd);
    const told = statusTold(call, cwd);
    if (told === undefined) continue;
    const listed = told.listed.flatMap((place) => placeOf(cwd, place) ?? []);
    takenElsewhere(known, { listed, below: placeOf(cwd, told.directory) ?? '' }, work.slice(at + 1));
  }
  if (branch.isChangedTo(session.branch)) takenElsewhere(known, NOTHING_LISTED, []);
  return { known, seen };
}

/** Changes that nobody saw being made. */
function learnFromGit(known: KnownFiles, call: RawCall, cwd: string): void {
  for (const told of diffTold(call, cwd)) {
    const file = known.at(told.path);
    if (file.before === undefined && file.after === undefined && !told.isNew) file.pieces = told.hunks;
    applyDiff(file, told);
  }
  const paths = inTheWay(call);
  if (paths.length === 0 || directoryOf(call, cwd)?.startsWith(cwd) !== true) return;
  const changed = new Set(known.changed().map(({ path }) => path));
  for (const path of paths) if (!changed.has(path)) applyUnknown(known.at(path));
}

function edit(known: KnownFiles, call: RawCall, cwd: string): void {
  const directory = patchText(call) === '' ? '' : (directoryOf(call, cwd) ?? '');
  const at = (target: string) =>
    placeOf(
      cwd,
      directory === '' || /^(?:\/|[a-z]:)/i.test(target) ? target : `${directory}/${target.replace(/^\.\//, '')}`,
    );
  for (const target of new Set(editTargets(call))) {
    const path = at(target);
    if (path === undefined || path === '') continue;
    if (typeof call.detail['originalFile'] === 'string') known.learnWhole(path, call.detail['originalFile']);
    applyEdit(known.at(path), call, target);
  }
  for (const { from, to } of patchMoves(call)) known.apply({ kind: 'move', path: from, to, isStaged: false }, at);
}

/** Under which name a file that was read lay before the session; undefined when the session has changed it. */
function unchanged(known: KnownFiles, path: string | undefined): string | undefined {
  if (path === undefined || path === '' || path.startsWith('/') || known.has(path)) return undefined;
  const origin = known.originOf(path);
  return known.has(origin) && origin !== path && known.at(origin).before !== undefined ? undefined : origin;
}

/** The path in the repository, empty for all of it; outside of it the absolute one. */
function placeOf(directory: string, place: string): string | undefined {
  const [cwd, path] = [withSlashes(directory), withSlashes(place)];
  if (path === '') return undefined;
  if (path === '/' || (cwd !== '' && `${cwd}/`.startsWith(`${path}/`))) return '';
  const inside = cwd !== '' && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
  if (/^(?:\/|[a-z]:\/)/i.test(inside)) return inside;
  const names = inside.replace(/^\.\//, '').split('/');
  return names.some((name) => name === '' || name === '..' || name === '.git') ? undefined : names.join('/');
}
