import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localPath } from '../local/files.ts';
import { makeOwnFolder } from '../local/own-folder.ts';
import { isAbandonedLock, thisProcess } from '../local/owner.ts';

const LOOK_EVERY_MS = 15;
/** So long a holder is believed that cannot be seen from here: on another machine, or in a container. */
const LONGEST_MS = 10 * 60_000;

/** Runs work while no other hook saves in this worktree; answers false when the other one takes longer than the patience. */
export async function withSaveLock(
  place: RepositoryPaths,
  patience: number,
  work: () => Promise<void>,
): Promise<boolean> {
  const path = lockOf(place);
  makeOwnFolder(dirname(path));
  const end = Date.now() + patience;
  while (!taken(path)) {
    if (Date.now() > end) return false;
    await sleep(LOOK_EVERY_MS);
  }
  try {
    await work();
  } finally {
    rmSync(path, { force: true });
  }
  return true;
}

/** Whether a hook saves in this worktree, or died while it did. */
export function isSaving(place: Pick<RepositoryPaths, 'gitDir'>): boolean {
  return existsSync(lockOf(place));
}

/** Whether the lock is held by a process that is gone. */
export function isStaleLock(place: RepositoryPaths): boolean {
  return isSaving(place) && isAbandonedLock(lockOf(place), LONGEST_MS);
}

export function removeSaveLock(place: RepositoryPaths): void {
  rmSync(lockOf(place), { force: true });
}

function lockOf(place: Pick<RepositoryPaths, 'gitDir'>): string {
  return localPath(place, 'saving');
}

function taken(path: string): boolean {
  if (!made(path)) {
    // The next look takes it, or somebody else does: removing and taking at once could steal a lock made in between.
    if (isAbandonedLock(path, LONGEST_MS)) rmSync(path, { force: true });
    return false;
  }
  try {
    writeFileSync(path, JSON.stringify(thisProcess()));
    return true;
  } catch (error) {
    // On a full disk: left empty, it would keep the next save waiting for nobody.
    rmSync(path, { force: true });
    throw error;
  }
}

function made(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
