import { closeSync, existsSync, openSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../core/world.ts';
import { localPath, type PathsTo } from './files.ts';
import { readOwnFile } from './own-file.ts';
import { makeOwnFolder } from './own-folder.ts';
import { ageOf, isAbandonedLock, ownName } from './owner.ts';

interface LockRule {
  /** How long, in milliseconds, a holder is believed that cannot be seen from here: on another machine, or in a container. */
  readonly unseen: number;
  /** After how long even a living holder loses the lock, because it hangs; never when absent. */
  readonly longest?: number;
  /** After how long without a sign of life it does. A holder gives several in that time, unless the system holds it up. */
  readonly silent?: number;
}

const MINUTE_MS = 60_000;

const locks = {
  saving: { unseen: 10 * MINUTE_MS, silent: MINUTE_MS },
  retaining: { unseen: 30 * MINUTE_MS, longest: 30 * MINUTE_MS },
  'sync.lock': { unseen: 30 * MINUTE_MS, longest: 30 * MINUTE_MS },
  'operations.lock': { unseen: 2000 },
  'restore.json.claim': { unseen: 2000 },
} as const satisfies Readonly<Record<string, LockRule>>;

export type LockName = keyof typeof locks;

interface LockWanted<N extends LockName> {
  readonly lock: N;
  /** How long to wait for another holder, in milliseconds. */
  readonly patience: number;
  readonly world: Pick<World, 'now'>;
}

/** Whether the lock was taken, and what the work under it answered. */
type Locked<T> = { readonly taken: true; readonly value: T } | { readonly taken: false };

const POLL_MS = 15;

/** Runs work while no other process holds the lock. A lock that its holder abandoned is taken over. */
export async function withLock<N extends LockName, T>(
  place: PathsTo<N>,
  { lock, patience, world }: LockWanted<N>,
  work: () => Promise<T>,
): Promise<Locked<T>> {
  const path = localPath(place, lock);
  makeOwnFolder(dirname(path));
  // Waiting is measured by a clock that nobody sets.
  const end = performance.now() + patience;
  while (!take(path)) {
    if (isStaleLock(place, lock, world.now())) rmSync(path, { force: true });
    else if (performance.now() > end) return { taken: false };
    // Also after a removal: taking at once could remove the lock that another process took in between.
    await sleep(POLL_MS * (1 + Math.random()));
  }
  const heart = startBeating(path, locks[lock]);
  try {
    return { taken: true, value: await work() };
  } finally {
    clearInterval(heart);
    // Another process may have given this one up.
    if (readOwnFile(path) === ownName()) rmSync(path, { force: true });
  }
}

const BEATS = 6;

/** Touches the lock as long as this process gets to do anything. */
function startBeating(path: string, { silent }: LockRule): NodeJS.Timeout | undefined {
  if (silent === undefined) return undefined;
  const heart = setInterval(() => {
    // Not the World's clock: it is compared with the times of files.
    const now = new Date();
    try {
      if (readOwnFile(path) === ownName()) utimesSync(path, now, now);
    } catch {
      // Gone, or on a disk that fails: then others must take this holder for silent.
    }
  }, silent / BEATS);
  return heart.unref();
}

/** Whether a process holds the lock, or died while it did. */
export function isLocked<N extends LockName>(place: PathsTo<N>, lock: N): boolean {
  return existsSync(localPath(place, lock));
}

/** Whether the holder of a lock has given no sign of life for too long. */
export function isSilent<N extends LockName>(place: PathsTo<N>, lock: N, now: Date): boolean {
  const { silent = Number.POSITIVE_INFINITY }: LockRule = locks[lock];
  return ageOf(localPath(place, lock), now) > silent;
}

/** Whether the lock is there and its holder is gone, or must be taken for gone. */
function isStaleLock<N extends LockName>(place: PathsTo<N>, lock: N, now: Date): boolean {
  const path = localPath(place, lock);
  const { unseen, longest = Number.POSITIVE_INFINITY }: LockRule = locks[lock];
  if (!existsSync(path)) return false;
  return ageOf(path, now) > longest || isSilent(place, lock, now) || isAbandonedLock(path, unseen, now);
}

function take(path: string): boolean {
  const lock = make(path);
  if (lock === undefined) return false;
  try {
    writeFileSync(lock, ownName());
    return true;
  } catch (error) {
    // On a full disk: left empty, it would keep the next process waiting for nobody.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(lock);
  }
}

function make(path: string): number | undefined {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return undefined;
  }
}
