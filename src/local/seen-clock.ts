import { localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';

/** A longer step from one look to the next may be a clock that was set wrong; a weekend is none. */
const MAX_STEP_MS = 4 * 86_400_000;
/** So long it has to go on from there before it is believed. */
const PROOF_MS = 86_400_000;

/** When the hooks last looked, and since when the clock has gone on without a great step; absent where it never made one. */
interface SeenClock {
  readonly last: number;
  readonly since?: number;
}

/** When the hooks last thinned out, in milliseconds; undefined where they never did. */
export function lastLook(place: PathsTo<'retained'>): number | undefined {
  return readSeen(place)?.last;
}

/** Writes down that the clock was looked at. */
export function seeClock(place: PathsTo<'retained'>, now: Date): void {
  const { since } = goOn(readSeen(place), now.getTime());
  const step = since === undefined ? '' : `${new Date(since).toISOString()}\n`;
  writeOwnFile(localPath(place, 'retained'), `${now.toISOString()}\n${step}`);
}

/** Whether what is removed by age may go: not by a clock that went far ahead since the last look, until it has gone on from there for a day. */
export function isClockProven(place: PathsTo<'retained'>, now: Date): boolean {
  const { last, since = Number.NEGATIVE_INFINITY } = goOn(readSeen(place), now.getTime());
  return last - since >= PROOF_MS;
}

function goOn(seen: SeenClock | undefined, now: number): SeenClock {
  if (seen === undefined) return { last: now };
  if (Math.abs(now - seen.last) > MAX_STEP_MS) return { last: now, since: now };
  return { ...seen, last: now };
}

function readSeen(place: PathsTo<'retained'>): SeenClock | undefined {
  const [last = Number.NaN, since] = (readOwnFile(localPath(place, 'retained')) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Date.parse(line));
  if (Number.isNaN(last)) return undefined;
  return since === undefined || Number.isNaN(since) ? { last } : { last, since };
}
