import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../repository/place.ts';
import { sweepOlderThan } from './sweep.ts';

/** Two installations deliver an event within moments; the same words later are another event. */
const SAME_WITHIN_MS = 5000;
const SWEPT_AFTER_MS = 60_000;

/** Whether this delivery of an event is the first; the others have nothing to do. */
export function claimEvent(place: Place, identity: string): boolean {
  const folder = join(place.gitDir, 'git-checkpoint', 'claims');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, createHash('sha256').update(identity).digest('hex').slice(0, 32));
  try {
    closeSync(openSync(path, 'wx'));
    sweepOlderThan(folder, SWEPT_AFTER_MS);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (ageOf(path) < SAME_WITHIN_MS) return false;
  const now = new Date();
  utimesSync(path, now, now);
  return true;
}

function ageOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 0 : Date.now() - found.mtimeMs;
}
