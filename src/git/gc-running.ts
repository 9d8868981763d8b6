import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Place } from './engine.ts';
import { isAlive } from './scratch.ts';

/** Whether a `git gc` holds this repository, as far as we may know. */
export function gcRuns(place: Place): boolean {
  const path = join(place.commonDir, 'gc.pid');
  if (!existsSync(path)) return false;
  const [pid, host] = readFileSync(path, 'utf8').trim().split(' ');
  return host !== hostname() || isAlive(Number(pid));
}
