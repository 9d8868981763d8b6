import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../core/failure.ts';
import type { Place } from '../git/engine.ts';
import {
  dropJournal,
  journalPath,
  type RestoreJournal,
  readJournal,
  rewriteJournal,
} from '../snapshot/restore-journal.ts';
import { isRunning, isSameProcess, markProcess } from './process-mark.ts';

type Holder = RestoreJournal['holder'];

/** Of a process on another machine we know nothing but how long it has been silent. */
const PATIENCE_MS = 10 * 60 * 1000;

export function thisProcess(): Holder {
  return { ...markProcess(process.pid), host: hostname() };
}

/** Restores that this process is at; a server that failed one must be able to take it up again. */
const underWay = new Set<string>();

/** Does work on a restore whose journal is ours. */
export async function whileHolding<T>(place: Place, work: () => Promise<T>): Promise<T> {
  underWay.add(journalPath(place));
  try {
    return await work();
  } finally {
    underWay.delete(journalPath(place));
  }
}

/** Whether the process that began the restore still works on it. */
function isHeld(place: Place, { holder }: RestoreJournal): boolean {
  if (holder.host === hostname()) {
    const own = isSameProcess(holder, markProcess(process.pid));
    return own ? underWay.has(journalPath(place)) : isRunning(holder);
  }
  return ageOf(journalPath(place)) < PATIENCE_MS;
}

/** Refuses while a journal stands: its restore must come to its end before another begins. */
export function refuseWhilePending(place: Place): void {
  const journal = readJournal(place);
  if (journal === undefined) return;
  const { holder, checkpoint } = journal;
  throw new Failure('fatal', `another restore is running (process ${holder.pid}, checkpoint ${checkpoint.number})`, {
    hint: 'Wait until it has ended. Nothing was changed.',
  });
}

/** Takes a dead process's restore over; answers undefined when there is none, or when somebody else is at it. */
export async function takeOver(place: Place): Promise<RestoreJournal | undefined> {
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
    if (!isAbandoned(claim)) return false;
    rmSync(claim, { force: true });
    // Removing and taking at once could take away the claim that another command made in between.
    await sleep(Math.random() * 20);
  }
  return false;
}

function isAbandoned(claim: string): boolean {
  // Of another machine's process on a shared disk, and of a claim that was never filled, only the age tells.
  if (ageOf(claim) > MOMENT_MS) return true;
  try {
    const { host, ...mark }: Holder = JSON.parse(readFileSync(claim, 'utf8'));
    return host === hostname() && !isRunning(mark);
  } catch {
    return false;
  }
}

/** A journal that nobody can read and nobody writes any more: its restore never began. */
function dropIfNeverBegun(place: Place): void {
  if (ageOf(journalPath(place)) > MOMENT_MS && readJournal(place) === undefined) dropJournal(place);
}

function ageOf(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}
