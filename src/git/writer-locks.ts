import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localPath } from '../local/files.ts';
import { makeOwnFolder } from '../local/own-folder.ts';
import { ageOf, isAbandoned, ownName, parseOwner } from '../local/owner.ts';
import { readIfThere } from './files/read-if-there.ts';

/**
 * git's lock files name no holder. So every process of ours that moves refs leaves a record first; a lock on one of our refs is
 * stale when a recorded writer died and the lock has stood a thousand times longer than git needs.
 */
const PATIENCE_MS = 3000;
/** A gc of the user's holds the lock of all packed refs while it writes them. */
const GC_PATIENCE_MS = 60_000;

/** So long a writer is believed that cannot be seen from here: no lock is held that long. */
const UNSEEN_PATIENCE_MS = 10 * 60_000;

/** How many writers this process has at each record: a server may have several repositories, and several writers in one. */
const writers = new Map<string, number>();

/** Runs work that may hold ref locks, with a record of this process beside it. */
export async function withWriterRecord<T>(place: RepositoryPaths, work: () => Promise<T>): Promise<T> {
  const record = localPath(place, 'writers', ownName());
  makeOwnFolder(localPath(place, 'writers'));
  writers.set(record, (writers.get(record) ?? 0) + 1);
  try {
    writeFileSync(record, '');
    return await work();
  } finally {
    const left = (writers.get(record) ?? 1) - 1;
    if (left > 0) writers.set(record, left);
    else {
      writers.delete(record);
      rmSync(record, { force: true });
    }
  }
}

/** The lock file that git makes for a ref. */
export function lockOf(place: RepositoryPaths, ref: string): string {
  return join(place.commonDir, `${ref}.lock`);
}

/**
 * Removes those of the locks that a dead writer of ours left; answers whether any went. The writer's other locks go with them: its
 * record, without which nobody may touch them, can be let go only when none is left.
 */
export function removeStaleLocks(place: RepositoryPaths, locks: readonly string[]): boolean {
  const isOld = (lock: string) => ageOf(lock) > (lock === lockOf(place, 'packed-refs') ? GC_PATIENCE_MS : PATIENCE_MS);
  if (!locks.some(isOld)) return false;
  const others = readdirSync(localPath(place, 'writers')).filter((name) => name !== ownName());
  const dead = others.filter((name) => !isLiving(place, name));
  if (dead.length === 0) return false;
  const ours = ownLocks(place);
  for (const lock of [...locks, ...ours].filter(isOld)) rmSync(lock, { force: true });
  if (ours.some((lock) => existsSync(lock))) return true;
  for (const name of dead) rmSync(localPath(place, 'writers', name), { force: true });
  return true;
}

/** Locks on our refs that have stood longer than any git needs; with `olderThan` in milliseconds. */
export function oldLocks(place: RepositoryPaths, olderThan: number): string[] {
  return ownLocks(place).filter((lock) => ageOf(lock) > olderThan);
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
  return [...inside, lockOf(place, 'refs/notes/checkpoints')];
}

function isLiving(place: RepositoryPaths, name: string): boolean {
  const path = localPath(place, 'writers', name);
  // Empty unless the name is a number alone: then the rest is in it.
  const rest = readIfThere(path);
  // It ended by itself since the folder was read.
  return rest === undefined || !isAbandoned(parseOwner(`${name} ${rest}`), ageOf(path), UNSEEN_PATIENCE_MS);
}
