import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Place } from './engine.ts';
import { readIfThere } from './files/read-if-there.ts';
import { isAlive } from './scratch.ts';

/** Whether a `git gc` holds this repository, as far as we may know. */
export function gcRuns(place: Place): boolean {
  const holder = readIfThere(join(place.commonDir, 'gc.pid'));
  if (holder === undefined) return false;
  const [pid, host] = holder.toString().trim().split(' ');
  return host !== hostname() || isAlive(Number(pid));
}
