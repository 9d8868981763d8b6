import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HookAnswer } from '../agents/hook-event.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localPath } from '../local/files.ts';
import { makeOwnFolder } from '../local/own-folder.ts';
import { sweepOlderThan } from './sweep.ts';

/** Two installations deliver an event within moments; the same words later are another event. */
const SAME_WITHIN_MS = 5000;
const SWEPT_AFTER_MS = 60_000;

/** Does the work of an event at its first delivery; the others have nothing to do and nothing to say. */
export async function onceFor(
  place: RepositoryPaths,
  identity: string,
  work: () => Promise<HookAnswer>,
): Promise<HookAnswer> {
  const name = createHash('sha256').update(identity).digest('hex').slice(0, 32);
  const path = localPath(place, 'claims', name);
  if (!claim(path)) return {};
  try {
    return await work();
  } catch (error) {
    // What could not be done may be asked for again at once.
    rmSync(path, { force: true });
    throw error;
  }
}

/** Whether this delivery of an event is the first, as far as can be known where nothing can be written. */
function claim(path: string): boolean {
  const folder = dirname(path);
  try {
    makeOwnFolder(folder);
    closeSync(openSync(path, 'wx'));
    sweepOlderThan(folder, SWEPT_AFTER_MS);
    return true;
  } catch (error) {
    // On a full or read-only disk the work tells what it cannot do; a session can be resumed all the same.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return true;
  }
  if (distanceOf(path) < SAME_WITHIN_MS) return false;
  const now = new Date();
  utimesSync(path, now, now);
  return true;
}

/** Milliseconds from now, before or after: a clock may have been set back since. */
function distanceOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 0 : Math.abs(Date.now() - found.mtimeMs);
}
