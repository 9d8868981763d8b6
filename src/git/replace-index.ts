import { linkSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeError, Failure } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localFolder } from '../local/files.ts';
import { moveFile } from '../local/move-file.ts';
import { removeScratch, scratchPath } from '../local/scratch.ts';

const PREFIX = 'staged-';

/**
 * Builds the new index apart and moves it in under git's own lock. The lock is a second name of the built file: a crash between the
 * two steps leaves a lock that can be told from anybody else's.
 */
export async function replaceIndex(place: RepositoryPaths, build: (path: string) => Promise<void>): Promise<void> {
  const built = scratchPath(place, PREFIX);
  removeLeft(place);
  try {
    await build(built);
    await takeLock(built, lockOf(place));
    moveIn(place);
  } finally {
    for (const path of [built, `${built}.lock`]) removeScratch(path);
  }
}

function moveIn(place: RepositoryPaths): void {
  try {
    moveFile(lockOf(place), join(place.gitDir, 'index'));
  } catch (cause) {
    removeScratch(lockOf(place));
    throw new Failure('fatal', `cannot write the index: ${describeError(cause)}`, { cause });
  }
}

const MAX_TRIES = 20;

async function takeLock(built: string, lock: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      linkSync(built, lock);
      return;
    } catch (cause) {
      const held = (cause as NodeJS.ErrnoException).code === 'EEXIST';
      if (!held) throw new Failure('fatal', `cannot write ${lock}: ${describeError(cause)}`, { cause });
      if (tries >= MAX_TRIES) throw lockedBy(lock, cause);
      await sleep(100);
    }
  }
}

function lockedBy(lock: string, cause: unknown): Failure {
  return new Failure('fatal', `the index is locked: ${lock} exists`, {
    hint: 'Another git process seems to run here. If none does, remove that file.',
    cause,
  });
}

/** Removes what a killed process left. Nobody else is at it: only a restore replaces the index, and there is one at a time. */
function removeLeft(place: RepositoryPaths): void {
  const directory = localFolder(place.gitDir);
  const lock = statSync(lockOf(place), { throwIfNoEntry: false });
  for (const name of readdirSync(directory).filter((one) => one.startsWith(PREFIX))) {
    const path = join(directory, name);
    if (lock !== undefined && statSync(path, { throwIfNoEntry: false })?.ino === lock.ino)
      rmSync(lockOf(place), { force: true });
    removeScratch(path);
  }
}

function lockOf(place: RepositoryPaths): string {
  return join(place.gitDir, 'index.lock');
}
