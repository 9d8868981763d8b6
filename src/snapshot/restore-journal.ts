import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../core/checkpoint.ts';
import { describeError, Failure } from '../core/failure.ts';
import type { Place } from '../git/engine.ts';
import type { Step } from './plan-restore.ts';

/** A step and what stood there when it was planned, so that it can be told from what a person does later. */
export interface JournalStep extends Step {
  readonly stamp?: string;
}

/** A checkpoint as a journal names it: the uid survives renumbering. */
export interface NamedCheckpoint {
  readonly number: number;
  readonly uid: string;
}

/** Everything that finishing, undoing and proving a restore needs. Written whole before the first byte changes. */
export interface RestoreJournal {
  readonly version: 1;
  readonly holder: { readonly pid: number; readonly start: string; readonly host: string };
  /** What was restored, taken back or brought back again. */
  readonly checkpoint: NamedCheckpoint;
  /** What was there before. */
  readonly safety: NamedCheckpoint;
  readonly kind: 'restore' | 'undo' | 'redo';
  readonly from: Oid;
  readonly to: Oid;
  readonly steps: readonly JournalStep[];
  /** Untracked files that were captured: with them the tree is proved afterwards. */
  readonly untracked: readonly string[];
  /** Tracked files that could not be read: they are left out of the proof. */
  readonly unreadable: readonly string[];
  readonly index?: { readonly from: Oid; readonly to: Oid };
}

export function journalPath(place: Place): string {
  return join(place.gitDir, 'git-checkpoint', 'restore.json');
}

function lastPath(place: Place): string {
  return join(place.gitDir, 'git-checkpoint', 'last-restore.json');
}

/** Whether a restore is under way or was cut off. Costs one look at the disk. */
export function hasJournal(place: Place): boolean {
  return existsSync(journalPath(place));
}

/** Begins a restore: the journal comes to be at once and whole, and only one can. Answers whether it is ours. */
export function beginJournal(place: Place, journal: RestoreJournal): boolean {
  const path = journalPath(place);
  const temporary = `${path}.${journal.holder.pid}`;
  mkdirSync(join(place.gitDir, 'git-checkpoint'), { recursive: true });
  writeDurably(temporary, JSON.stringify(journal));
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

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w');
  try {
    for (let at = 0, bytes = Buffer.from(text); at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Replaces the journal of a restore under way, at once. */
export function rewriteJournal(place: Place, journal: RestoreJournal): void {
  const temporary = `${journalPath(place)}.${journal.holder.pid}`;
  writeDurably(temporary, JSON.stringify(journal));
  renameSync(temporary, journalPath(place));
}

/** Ends a restore that happened: its journal becomes the record that `undo` reads. */
export function completeJournal(place: Place): void {
  renameSync(journalPath(place), lastPath(place));
}

/** Ends a restore that was taken back. */
export function dropJournal(place: Place): void {
  rmSync(journalPath(place), { force: true });
}

export function readJournal(place: Place): RestoreJournal | undefined {
  return readFrom(journalPath(place));
}

/** The last restore that happened here. */
export function readLastRestore(place: Place): RestoreJournal | undefined {
  return readFrom(lastPath(place));
}

function readFrom(path: string): RestoreJournal | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure('fatal', `cannot read ${path}: ${describeError(cause)}`, { cause });
  }
  const journal = parse(text);
  if (journal === undefined || journal.version === 1) return journal;
  throw new Failure(
    'fatal',
    `${path} has version ${String(journal.version)}, which this git-checkpoint does not know`,
    {
      hint: 'A newer git-checkpoint wrote it; use that one here. Its `from` names the tree that was there before.',
    },
  );
}

/** A journal that is not whole was never begun: it is whole before the first file changes. */
function parse(text: string): RestoreJournal | undefined {
  try {
    return JSON.parse(text) as RestoreJournal;
  } catch {
    return undefined;
  }
}
