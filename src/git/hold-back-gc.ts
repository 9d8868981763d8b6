import { linkSync, rmSync, statSync, utimesSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { ownRecord, withWriterRecord } from '../local/writer-records.ts';
import type { GitEngine } from './engine.ts';
import { gcAge, gcRuns, packsChangedSince } from './gc-running.ts';
import { gcLocksPackedRefs } from './repository-settings.ts';
import { lockOf, removeLeftHold } from './stale-ref-locks.ts';

/** Where packs came or went within this time, the next gc may follow at any moment. */
const NEAR_MS = 60_000;
/** git waits for a second for this lock. Whoever holds it for longer left it behind. */
const MAX_LOCK_WAIT_MS = 1000;
/** Between two gcs without a pause there are only moments. */
const LOOK_EVERY_MS = 2;
/** Counted in looks, as git counts its naps: a machine that stands still keeps a lock from going, too. */
const MAX_LOCK_LOOKS = MAX_LOCK_WAIT_MS / LOOK_EVERY_MS;

interface HeldWork<T> {
  /** Up to when a running gc is waited for, as `performance.now` counts, unless it runs for less than `maxWait` milliseconds. */
  readonly deadline: number;
  readonly maxWait: number;
  /** Done first where a gc is near: what takes long, so that nobody has to wait for it. */
  before(): Promise<void>;
  /** To be done in moments: who deletes a ref, and a gc that begins, wait for it. At its end it can see whether none looked at the refs all the time. */
  held(isHeld: () => boolean): Promise<T>;
  /** Done instead where no gc is near, or none can be held back. */
  unheld(): Promise<T>;
}

/**
 * Does something while no gc looks at the refs. Each gc packs them before it looks for what they reach, and for that waits for the lock of
 * packed refs. So with this lock in hand and no gc under way, objects that are there stay there until refs are pointed at them.
 */
export async function withGcHeldBack<T>(
  { place, configEntries }: Pick<GitEngine, 'place' | 'configEntries'>,
  { before, held, unheld, ...wait }: HeldWork<T>,
): Promise<T> {
  removeLeftHold(place);
  if (!gcRuns(place) && !packsChangedSince(place, new Date(Date.now() - NEAR_MS))) return unheld();
  const gcWaits = gcLocksPackedRefs(await configEntries());
  await before();
  return withWriterRecord(place, async () => {
    if (!(await takeBetweenGcs(place, wait))) return unheld();
    try {
      return await held(() => gcWaits && isOwnLock(place));
    } finally {
      letGo(place);
    }
  });
}

/** What was done is done, also where the disk cannot be written to any more. Then whoever comes next removes the lock, which names this process. */
function letGo(place: RepositoryPaths): void {
  try {
    if (isOwnLock(place)) rmSync(lockOf(place, 'packed-refs'), { force: true });
  } catch {
    // As above.
  }
}

type Wait = Pick<HeldWork<unknown>, 'deadline' | 'maxWait'>;

/** Gives up for one gc that runs for long and for a lock that stays, but not because others had their turn first. */
async function takeBetweenGcs(place: RepositoryPaths, { deadline, maxWait }: Wait): Promise<boolean> {
  let holder = '';
  let looks = 0;
  for (;;) {
    const outcome = tryToTake(place);
    if (outcome === 'taken' || outcome === 'impossible') return outcome === 'taken';
    const before = holder;
    holder = outcome === 'gc' ? '' : holderOf(place);
    looks = holder === '' || holder !== before ? 0 : looks + 1;
    if (looks > MAX_LOCK_LOOKS) return false;
    if (outcome === 'gc' && performance.now() >= deadline && gcAge(place) >= maxWait) return false;
    await sleep(LOOK_EVERY_MS);
  }
}

function tryToTake(place: RepositoryPaths): 'taken' | 'held' | 'gc' | 'impossible' {
  if (gcRuns(place)) return 'gc';
  const outcome = takeLock(place);
  // Asked once more: a gc that began before the lock was taken has perhaps packed the refs already.
  if (outcome !== 'taken' || !gcRuns(place)) return outcome;
  rmSync(lockOf(place, 'packed-refs'), { force: true });
  return 'gc';
}

/** Each who takes the lock makes a file of its own. */
function holderOf(place: RepositoryPaths): string {
  const lock = statSync(lockOf(place, 'packed-refs'), { throwIfNoEntry: false, bigint: true });
  return lock === undefined ? '' : `${lock.ino} ${lock.mtimeNs}`;
}

/** Whoever removes locks by hand may have removed this one. */
function isOwnLock(place: RepositoryPaths): boolean {
  const [lock, own] = [lockOf(place, 'packed-refs'), ownRecord(place)].map((path) =>
    statSync(path, { throwIfNoEntry: false, bigint: true }),
  );
  return lock !== undefined && lock.ino === own?.ino;
}

/** In one step, so that the lock names its holder from the first moment on. Impossible where there are no links, or no right to make one. */
function takeLock(place: RepositoryPaths): 'taken' | 'held' | 'impossible' {
  try {
    const now = new Date();
    // Its age is that of the lock.
    utimesSync(ownRecord(place), now, now);
    linkSync(ownRecord(place), lockOf(place, 'packed-refs'));
    return 'taken';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? 'held' : 'impossible';
  }
}
