import type { RepositoryPaths } from '../core/repository-paths.ts';
import { gcRuns, gcTrace, waitForGc } from '../git/gc-running.ts';
import { SnapshotLost } from './confirm-saved.ts';

const MAX_ATTEMPTS = 10;

interface GcWait {
  /** In milliseconds. */
  readonly maxGcWait?: number;
  readonly onGcWait?: () => void;
}

/**
 * A `git gc --prune=now` removes every object that no ref reached when it looked, however new. So a save waits for the end of a gc
 * before it begins, and is made again when one that began meanwhile took something from it.
 */
export async function saveBesideGc<T>(
  place: RepositoryPaths,
  { maxGcWait, onGcWait }: GcWait,
  saveOnce: () => Promise<T>,
): Promise<T> {
  if (gcRuns(place)) onGcWait?.();
  for (let attempt = 1; ; attempt += 1) {
    const ended = await waitForGc(place, maxGcWait);
    const trace = gcTrace(place);
    try {
      return await saveOnce();
    } catch (error) {
      const gcBegan = ended && (gcRuns(place) || gcTrace(place) !== trace);
      if (attempt >= MAX_ATTEMPTS || !(gcBegan || error instanceof SnapshotLost)) throw error;
    }
  }
}
