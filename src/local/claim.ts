import { closeSync, openSync, rmSync, utimesSync } from 'node:fs';
import type { World } from '../core/world.ts';
import { hashedPath, localPath, type PathsTo } from './files.ts';
import { makeOwnFolder, removeOlderThan } from './own-folder.ts';
import { ageOf } from './owner.ts';

/** Two installations deliver an event within moments; the same words later are another event. */
const SAME_WITHIN_MS = 5000;
const SWEPT_AFTER_MS = 60_000;

interface Delivery {
  /** The same for every delivery of one event. */
  readonly identity: string;
  readonly world: Pick<World, 'now'>;
}

/** Does the work of an event at its first delivery; the answer to any other is undefined. */
export async function onceFor<T>(
  place: PathsTo<'claims'>,
  { identity, world }: Delivery,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const path = hashedPath(place, 'claims', identity);
  if (!claim(place, path, world.now())) return undefined;
  try {
    return await work();
  } catch (error) {
    // What could not be done may be asked for again at once.
    rmSync(path, { force: true });
    throw error;
  }
}

/** Whether this delivery of an event is the first, as far as can be known where nothing can be written. */
function claim(place: PathsTo<'claims'>, path: string, now: Date): boolean {
  const folder = localPath(place, 'claims');
  try {
    makeOwnFolder(folder);
    closeSync(openSync(path, 'wx', 0o600));
    removeOlderThan(folder, SWEPT_AFTER_MS, now);
    return true;
  } catch (error) {
    // On a full or read-only disk the work reports what it cannot do; a session can be resumed all the same.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return true;
  }
  // Before or after: a clock may have been set back since.
  if (Math.abs(ageOf(path, now)) < SAME_WITHIN_MS) return false;
  utimesSync(path, now, now);
  return true;
}
