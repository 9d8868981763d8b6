import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Oid } from '../core/checkpoint.ts';
import { describeError, Failure } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { SessionRef } from '../core/session.ts';
import { hashedPath, localPath, type PathsTo } from '../local/files.ts';
import { moveFile } from '../local/move-file.ts';
import { writeOwnFile } from '../local/own-file.ts';
import { listOwnFolder, makeOwnFolder } from '../local/own-folder.ts';
import type { Owner } from '../local/owner.ts';
import { draftIn } from '../local/scratch.ts';
import { forbiddenAnywhere } from './forbidden-names.ts';
import type { Step } from './steps.ts';

/** A step and what stood there when it was planned, so that it can be told from what a person does later. */
export interface JournalStep extends Step {
  readonly stamp?: string;
}

/** A checkpoint as a journal names it: the uid survives renumbering. */
export interface NamedCheckpoint {
  readonly number: number;
  readonly uid: string;
}

/** What a restore does to the files of one repository, by paths from its own top. */
export interface RestoredFiles {
  readonly from: Oid;
  readonly to: Oid;
  readonly steps: readonly JournalStep[];
  /** Untracked files that were captured: with them the tree is proved afterwards. */
  readonly untracked: readonly string[];
  /** Tracked files that could not be read: they are left out of the proof. */
  readonly unreadable: readonly string[];
  readonly index?: { readonly from: Oid; readonly to: Oid };
}

/** The same of a repository inside of the working tree. */
export interface RestoredNested extends RestoredFiles {
  readonly path: string;
}

/** Everything that finishing, undoing and proving a restore needs. Written whole before the first byte changes. */
export interface RestoreJournal extends RestoredFiles {
  readonly version: 1;
  readonly holder: Owner;
  /** What was restored, taken back or brought back again. */
  readonly checkpoint: NamedCheckpoint;
  /** What was there before. */
  readonly safety: NamedCheckpoint;
  readonly kind: 'restore' | 'undo' | 'redo';
  /** The checkpoint whose words fit the working tree afterwards; absent: those of `safety` still do. */
  readonly goesOn?: NamedCheckpoint;
  /** Repositories inside of the working tree in which files change, too. */
  readonly nested?: readonly RestoredNested[];
  /** The number of the operation that an undo or redo takes back. */
  readonly undoes?: number;
  /** The conversations that belong to the files, where they change together. */
  readonly sessions?: SessionChange;
}

/** Which session fits the files afterwards, and which one fitted them before. */
export interface SessionChange {
  readonly after?: SessionRef;
  readonly before?: SessionRef;
}

export function journalPath(place: PathsTo<'restore.json'>): string {
  return localPath(place, 'restore.json');
}

/** Whether a restore is under way or was cut off. Costs one look at the disk. */
export function hasJournal(place: RepositoryPaths): boolean {
  return existsSync(journalPath(place));
}

/** Begins a restore: the journal comes to be at once and whole, and only one can. Answers whether it is ours. */
export function beginJournal(place: RepositoryPaths, journal: RestoreJournal): boolean {
  const path = journalPath(place);
  const temporary = draftIn(dirname(path));
  makeOwnFolder(dirname(path));
  writeFileSync(temporary, JSON.stringify(journal), { flush: true, mode: 0o600 });
  try {
    takePlace(temporary, path);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new Failure('fatal', `cannot write ${path}: ${describeError(cause)}`, { cause });
  } finally {
    rmSync(temporary, { force: true });
  }
}

function takePlace(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error;
    // A file system without second names. A copy may be cut off, but then no file of the user's has changed yet.
    copyFileSync(temporary, path, constants.COPYFILE_EXCL);
  }
}

/** Replaces the journal of a restore under way, at once. */
export function rewriteJournal(place: RepositoryPaths, journal: RestoreJournal): void {
  writeOwnFile(journalPath(place), JSON.stringify(journal), { flush: true });
}

/** Ends a restore that happened: its journal becomes the record that `undo` reads; the one before goes to the earlier ones. */
export function completeJournal(place: RepositoryPaths): void {
  archiveLast(place);
  moveFile(journalPath(place), localPath(place, 'last-restore.json'));
}

/** Ends a restore that was taken back. */
export function dropJournal(place: RepositoryPaths): void {
  rmSync(journalPath(place), { force: true });
}

export function readJournal(place: RepositoryPaths): RestoreJournal | undefined {
  return readFrom(journalPath(place));
}

/** When the last restore here began, in milliseconds; undefined when there was none. */
export function lastRestoreTime(place: RepositoryPaths): number | undefined {
  return statSync(localPath(place, 'last-restore.json'), { throwIfNoEntry: false })?.mtimeMs;
}

/** The last restore that happened here. */
export function readLastRestore(place: RepositoryPaths): RestoreJournal | undefined {
  return readFrom(localPath(place, 'last-restore.json'));
}

const MAX_EARLIER = 20;

function archiveLast(place: RepositoryPaths): void {
  const last = readAny(localPath(place, 'last-restore.json'));
  if (last?.version !== 1) return;
  const folder = localPath(place, 'restores');
  makeOwnFolder(folder);
  moveFile(localPath(place, 'last-restore.json'), earlierPath(place, last.safety.uid));
  const byAge = listOwnFolder(folder)
    .map((path) => ({ path, time: statSync(path).mtimeMs }))
    .sort((one, other) => other.time - one.time);
  for (const { path } of byAge.slice(MAX_EARLIER)) rmSync(path, { force: true });
}

function earlierPath(place: RepositoryPaths, uid: string): string {
  return hashedPath(place, 'restores', uid);
}

/** The restore that saved its working tree under this uid first; undefined when its record is gone. */
export function findRestore(place: RepositoryPaths, uid: string): RestoreJournal | undefined {
  const last = readLastRestore(place);
  return last?.safety.uid === uid ? last : readFrom(earlierPath(place, uid));
}

/** Every restore of this repository, in all its worktrees, that can be undone or was cut off. */
export function readAllRestores({ commonDir, gitDir }: RepositoryPaths): RestoreJournal[] {
  const linked = join(commonDir, 'worktrees');
  const names = existsSync(linked) ? readdirSync(linked) : [];
  const gitDirs = new Set([commonDir, gitDir, ...names.map((name) => join(linked, name))]);
  return [...gitDirs]
    .map((gitDir) => ({ gitDir }))
    .flatMap((place) => [readFrom(journalPath(place)), readFrom(localPath(place, 'last-restore.json'))])
    .filter((journal) => journal !== undefined);
}

/** Where the last restore left the line of work. A journal that cannot be understood keeps nobody from saving or resuming. */
export function readLineAfterRestore(place: RepositoryPaths): Pick<RestoreJournal, 'safety' | 'goesOn'> | undefined {
  const last = readAny(localPath(place, 'last-restore.json'));
  return last?.version === 1 ? last : undefined;
}

function readFrom(path: string): RestoreJournal | undefined {
  const journal = readAny(path);
  if (journal === undefined || journal.version === 1) return journal && soundPaths(path, journal);
  throw new Failure(
    'fatal',
    `${path} has version ${String(journal.version)}, which this git-checkpoint does not know`,
    {
      hint: 'A newer git-checkpoint wrote it; use that one here. Its `from` names the tree that was there before.',
    },
  );
}

/** Whoever can write here could have it delete or write anywhere: a journal names only what a checkpoint may hold. */
function soundPaths(path: string, journal: RestoreJournal): RestoreJournal {
  const nested = journal.nested ?? [];
  const names = [journal, ...nested].flatMap(namesIn).concat(nested.map((one) => one.path));
  const bad = names.find((name) => forbiddenAnywhere(name) !== undefined);
  if (bad === undefined) return journal;
  throw new Failure('fatal', `${path} names ${JSON.stringify(bad)}, which is outside of the working tree`, {
    hint: 'No git-checkpoint wrote that. Nothing was changed. Move the file away.',
  });
}

function namesIn(files: RestoredFiles): string[] {
  // Whoever can write there can leave out what a journal of ours has.
  const { untracked = [], unreadable = [] }: Partial<RestoredFiles> = files;
  return [...files.steps.map((step) => step.path), ...untracked, ...unreadable];
}

function readAny(path: string): RestoreJournal | undefined {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new Failure('fatal', `cannot read ${path}: ${describeError(cause)}`, { cause });
  }
}

/** A journal that is not whole was never begun: it is whole before the first file changes. */
function parse(text: string): RestoreJournal | undefined {
  try {
    return JSON.parse(text) as RestoreJournal;
  } catch {
    return undefined;
  }
}
