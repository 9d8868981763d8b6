import { Failure } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { World } from '../core/world.ts';
import { withLock } from '../local/lock.ts';
import { ageOf, isAbandoned, isSameProcess, thisProcess } from '../local/owner.ts';
import { dropJournal, journalPath, type RestoreJournal, readJournal, rewriteJournal } from './journal.ts';

/** Of a process on another machine we know nothing but how long it has been silent. */
const PATIENCE_MS = 10 * 60 * 1000;

/** Restores that this process is at; a server that failed one must be able to take it up again. */
const underWay = new Set<string>();

/** Does work on a restore whose journal is ours. */
export async function whileHolding<T>(place: RepositoryPaths, work: () => Promise<T>): Promise<T> {
  underWay.add(journalPath(place));
  try {
    return await work();
  } finally {
    underWay.delete(journalPath(place));
  }
}

/** Whether the process that began the restore still works on it. */
function isHeld(place: RepositoryPaths, { holder }: RestoreJournal, now: Date): boolean {
  if (isSameProcess(holder, thisProcess())) return underWay.has(journalPath(place));
  return !isAbandoned(holder, ageOf(journalPath(place), now), PATIENCE_MS);
}

/** Refuses while a journal stands: its restore must come to its end before another begins. */
export function refuseWhilePending(place: RepositoryPaths): void {
  const journal = readJournal(place);
  if (journal === undefined) return;
  const { holder, checkpoint } = journal;
  throw new Failure('fatal', `another restore is running (process ${holder.pid}, checkpoint ${checkpoint.number})`, {
    hint: 'Wait until it has ended. Nothing was changed.',
  });
}

/** Takes a dead process's restore over; answers undefined when there is none, or when somebody else is at it. */
export async function takeOver(place: RepositoryPaths, world: Pick<World, 'now'>): Promise<RestoreJournal | undefined> {
  const journal = readJournal(place);
  if (journal === undefined) dropIfNeverBegun(place, world.now());
  if (journal === undefined || isHeld(place, journal, world.now())) return undefined;
  const claimed = await withLock(place, { lock: 'restore.json.claim', patience: 0, world }, async () => {
    // Between the first look and the lock another process may have finished it.
    const current = readJournal(place);
    if (current === undefined || isHeld(place, current, world.now())) return undefined;
    const ours = { ...current, holder: thisProcess() };
    rewriteJournal(place, ours);
    return ours;
  });
  return claimed.taken ? claimed.value : undefined;
}

const MOMENT_MS = 2000;

/** A journal that nobody can read and nobody writes any more: its restore never began. */
function dropIfNeverBegun(place: RepositoryPaths, now: Date): void {
  if (ageOf(journalPath(place), now) > MOMENT_MS && readJournal(place) === undefined) dropJournal(place);
}
