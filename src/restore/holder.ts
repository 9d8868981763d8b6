import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { ageOf, isAbandoned, isAbandonedLock, isSameProcess, thisProcess } from '../local/owner.ts';
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
function isHeld(place: RepositoryPaths, { holder }: RestoreJournal): boolean {
  if (isSameProcess(holder, thisProcess())) return underWay.has(journalPath(place));
  return !isAbandoned(holder, ageOf(journalPath(place)), PATIENCE_MS);
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
export async function takeOver(place: RepositoryPaths): Promise<RestoreJournal | undefined> {
  const journal = readJournal(place);
  if (journal === undefined) dropIfNeverBegun(place);
  if (journal === undefined || isHeld(place, journal)) return undefined;
  const claim = `${journalPath(place)}.claim`;
  if (!(await takeClaim(claim))) return undefined;
  try {
    // Between the first look and the claim another process may have settled it.
    const current = readJournal(place);
    if (current === undefined || isHeld(place, current)) return undefined;
    const ours = { ...current, holder: thisProcess() };
    rewriteJournal(place, ours);
    return ours;
  } finally {
    rmSync(claim, { force: true });
  }
}

const MOMENT_MS = 2000;
const MOST_LOOKS = 5;

/** The claim stands for a few milliseconds; one whose process is gone was left by a command that was killed while it took over. */
async function takeClaim(claim: string): Promise<boolean> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    try {
      writeFileSync(claim, JSON.stringify(thisProcess()), { flag: 'wx' });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (!isAbandonedLock(claim, MOMENT_MS)) return false;
    rmSync(claim, { force: true });
    // Removing and taking at once could take away the claim that another command made in between.
    await sleep(Math.random() * 20);
  }
  return false;
}

/** A journal that nobody can read and nobody writes any more: its restore never began. */
function dropIfNeverBegun(place: RepositoryPaths): void {
  if (ageOf(journalPath(place)) > MOMENT_MS && readJournal(place) === undefined) dropJournal(place);
}
