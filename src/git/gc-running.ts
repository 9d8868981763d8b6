import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { ageOf, isAbandonedLock } from '../local/owner.ts';

/** After which git itself believes no such mark any more. */
const MAX_MARK_AGE_MS = 12 * 3_600_000;

/** Whether a `git gc` holds this repository, as far as we may know. */
export function gcRuns({ commonDir }: RepositoryPaths): boolean {
  const mark = join(commonDir, 'gc.pid');
  return existsSync(mark) && !isAbandonedLock(mark, MAX_MARK_AGE_MS);
}

/** For how long the gc that holds this repository has run, in milliseconds; 0 without one. */
export function gcAge({ commonDir }: RepositoryPaths): number {
  // A clock may have been set back since.
  return Math.abs(ageOf(join(commonDir, 'gc.pid')));
}

/** A large repository takes longer; what is saved after that is looked at again. */
export const MAX_GC_WAIT_MS = 120_000;
/** Between two gcs without a pause there are only moments. */
const LOOK_EVERY_MS = 4;

/** Waits for the end of a running gc; answers false when it still runs after `maxWait` milliseconds. */
export async function waitForGc(place: RepositoryPaths, maxWait = MAX_GC_WAIT_MS): Promise<boolean> {
  for (const started = performance.now(); gcRuns(place); ) {
    if (performance.now() - started >= maxWait) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}

/** Changes whenever a gc runs: each one makes a pack, or a draft of one, and where there is nothing to pack a draft of the list of packs. */
export function gcTrace(place: RepositoryPaths): string {
  return String(lastPacking(place));
}

/** Whether packs came or went since then, as with every gc. */
export function packsChangedSince(place: RepositoryPaths, since: Date): boolean {
  return lastPacking(place) >= since.getTime();
}

/** In milliseconds since 1970, with their parts. */
function lastPacking({ commonDir }: RepositoryPaths): number {
  const times = ['pack', 'info'].map((name) => statSync(join(commonDir, 'objects', name), { throwIfNoEntry: false }));
  return Math.max(...times.map((folder) => folder?.mtimeMs ?? 0));
}
