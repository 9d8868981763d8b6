import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { ageOf, isAbandoned, parseOwner } from '../local/owner.ts';
import { listDeadWriters, RECORD_MARK, UNSEEN_PATIENCE_MS } from '../local/writer-records.ts';
import { readIfThere } from './files/read-if-there.ts';

/**
 * git's lock files name no holder. So every process of ours that moves refs leaves a record first; a lock on one of our refs is
 * stale when a recorded writer died and the lock has stood a thousand times longer than git needs.
 */
const PATIENCE_MS = 3000;
/** A gc of the user's holds the lock of all packed refs while it writes them. */
const GC_PATIENCE_MS = 60_000;

/** The lock file that git makes for a ref. */
export function lockOf(place: RepositoryPaths, ref: string): string {
  return join(place.commonDir, `${ref}.lock`);
}

/**
 * Removes those of the locks that a dead writer of ours left; answers whether any went. The writer's other locks go with them: its
 * record, without which nobody may touch them, can be let go only when none is left.
 */
export function removeStaleLocks(place: RepositoryPaths, locks: readonly string[]): boolean {
  if (locks.includes(lockOf(place, 'packed-refs')) && removeLeftHold(place)) return true;
  const isOld = (lock: string) => ageOf(lock) > (lock === lockOf(place, 'packed-refs') ? GC_PATIENCE_MS : PATIENCE_MS);
  if (!locks.some(isOld)) return false;
  const dead = listDeadWriters(place);
  if (dead.length === 0) return false;
  const ours = ownLocks(place);
  for (const lock of [...locks, ...ours].filter(isOld)) rmSync(lock, { force: true });
  if (ours.some((lock) => existsSync(lock))) return true;
  for (const record of dead) rmSync(record, { force: true });
  return true;
}

/**
 * Removes the lock of packed refs where a process of ours left it that died: it stops the user's gc. Not a young one: its holder may have
 * ended well between two looks, and then the lock is another's by now. Answers whether it went.
 */
export function removeLeftHold(place: RepositoryPaths): boolean {
  const isLeft = holdIsLeft(place);
  if (isLeft) rmSync(lockOf(place, 'packed-refs'), { force: true });
  return isLeft;
}

function holdIsLeft(place: RepositoryPaths): boolean {
  const lock = lockOf(place, 'packed-refs');
  const mark = markIn(lock);
  // A clock may have been set back since.
  const age = Math.abs(ageOf(lock));
  return mark !== undefined && age > PATIENCE_MS && isAbandoned(parseOwner(mark), age, UNSEEN_PATIENCE_MS);
}

/** Forgets the writers that died, unless a lock is left: it may be theirs, and without their record nobody may touch it. */
export function forgetDeadWriters(place: RepositoryPaths): void {
  const dead = listDeadWriters(place);
  if (dead.length === 0 || [lockOf(place, 'packed-refs'), ...ownLocks(place)].some((lock) => existsSync(lock))) return;
  for (const record of dead) rmSync(record, { force: true });
}

/** The process of ours that a lock names, if it does. */
function markIn(lock: string): string | undefined {
  const text = readIfThere(lock)?.toString();
  return text?.startsWith(RECORD_MARK) ? text.slice(RECORD_MARK.length) : undefined;
}

/** git holds a lock on a ref for moments: nobody holds one that is older than this. */
export const STALE_AFTER_MS = 60_000;

/** Locks on our refs that have stood longer than any git needs, with `olderThan` in milliseconds, or whose process is known to be gone. */
export function oldLocks(place: RepositoryPaths, olderThan: number): string[] {
  const left = holdIsLeft(place) ? lockOf(place, 'packed-refs') : undefined;
  return ownLocks(place).filter((lock) => lock === left || ageOf(lock) > olderThan);
}

/** Locks on refs that only this program moves. */
function ownLocks(place: RepositoryPaths): string[] {
  const folders = ['refs/checkpoints', 'refs/checkpoint-meta', 'refs/checkpoint-sync'];
  const inside = folders.flatMap((folder) => {
    const path = join(place.commonDir, folder);
    if (!existsSync(path)) return [];
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.lock')).map((name) => join(path, name));
  });
  const packed = lockOf(place, 'packed-refs');
  const held = markIn(packed) === undefined ? [] : [packed];
  return [...inside, lockOf(place, 'refs/notes/checkpoints'), ...held];
}
