import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Place } from './engine.ts';
import { startOf } from './process-start.ts';
import { isAlive } from './scratch.ts';

/**
 * git's lock files name no holder. So every process of ours that moves refs leaves a record first; a lock on one of our refs is
 * stale when a recorded writer died and the lock has stood a thousand times longer than git needs.
 */
const PATIENCE_MS = 3000;

let writing = 0;

/** Runs work that may hold ref locks, with a record of this process beside it. */
export async function withWriterRecord<T>(place: Place, work: () => Promise<T>): Promise<T> {
  const record = recordOf(place, process.pid);
  mkdirSync(writersDirectory(place), { recursive: true });
  writeFileSync(record, `${hostname()} ${startOf(process.pid)}\n`);
  writing += 1;
  try {
    return await work();
  } finally {
    writing -= 1;
    if (writing === 0) rmSync(record, { force: true });
  }
}

/** The lock file that git makes for a ref. */
export function lockOf(place: Place, ref: string): string {
  return join(place.commonDir, `${ref}.lock`);
}

/** Removes those of the locks that a dead writer of ours left; answers whether any went. */
export function removeStaleLocks(place: Place, locks: readonly string[]): boolean {
  const old = locks.filter((lock) => ageOf(lock) > PATIENCE_MS);
  if (old.length === 0) return false;
  const others = readdirSync(writersDirectory(place)).filter((name) => name !== String(process.pid));
  const dead = others.filter((name) => !isLiving(place, name));
  if (dead.length === 0) return false;
  for (const lock of old) rmSync(lock, { force: true });
  for (const name of dead) rmSync(join(writersDirectory(place), name), { force: true });
  return true;
}

function isLiving(place: Place, name: string): boolean {
  const record = join(writersDirectory(place), name);
  if (!existsSync(record)) return true;
  const [host, start] = readFileSync(record, 'utf8').trim().split(' ');
  // Of another machine's process on a shared disk we know nothing: it counts as alive.
  if (host !== hostname()) return true;
  return isAlive(Number(name)) && startOf(Number(name)) === start;
}

function ageOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 0 : Date.now() - found.mtimeMs;
}

function writersDirectory(place: Place): string {
  return join(place.commonDir, 'git-checkpoint', 'writers');
}

function recordOf(place: Place, pid: number): string {
  return join(writersDirectory(place), String(pid));
}
