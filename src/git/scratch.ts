import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Place } from './engine.ts';

let serial = 0;

/** A path of this process's own in git's directory; first removes what dead processes left under such names. */
export function scratchPath(place: Place, prefix: string): string {
  const directory = join(place.gitDir, OWN);
  makeOwnFolder(directory);
  sweepDeadFiles(directory, prefix);
  serial += 1;
  return join(directory, `${prefix}${ownerName()}-${serial}`);
}

/** This process, as what it makes is named by. */
export function ownerName(): string {
  return `${process.pid}@${machine()}`;
}

const OWN = 'git-checkpoint';

/** Makes `git-checkpoint`, or a folder in it. Not the folders above: a repository that was deleted or moved must not come back. */
export function makeOwnFolder(path: string): void {
  if (existsSync(path)) return;
  if (basename(path) !== OWN) makeOwnFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have been quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function machine(): string {
  return hostname().replace(/[^\w.-]/g, '_');
}

/** As `scratchPath` and shelters are named. */
const SCRATCH = /^[a-z]+-(\d+(?:@.*)?)-\d+$/;
/** Written beside its place and renamed into it, unless its process was killed between the two. */
const DRAFT = /^(?:newest|journal|(?:config|pack|restore|last-restore)\.json)\.(\d+)$/;

/** Removes what is named `<prefix><pid>…`, or is a scratch path or a draft, and whose process is gone: what a killed command left behind. */
export function sweepDeadFiles(directory: string, prefix: string): void {
  for (const name of readdirSync(directory)) {
    const own = name.startsWith(prefix) ? /^\d+(?:@.*(?=-\d))?/.exec(name.slice(prefix.length))?.[0] : undefined;
    const owner = own ?? SCRATCH.exec(name)?.[1] ?? DRAFT.exec(name)?.[1];
    const path = join(directory, name);
    if (owner !== undefined && isGone(owner, path)) rmSync(path, { force: true, recursive: true });
  }
}

const DAY_MS = 86_400_000;

/** Whether the owner of a path is gone. A process of another machine, or in a container, is not seen from here: what it has made is left alone for a day. */
export function isGone(owner: string, path: string): boolean {
  const [pid, host = machine()] = owner.split('@');
  if (host === machine()) return !isAlive(Number(pid));
  const found = statSync(path, { throwIfNoEntry: false });
  // Not when it was written: an index is copied with its time.
  return found !== undefined && Date.now() - found.ctimeMs > DAY_MS;
}

/** Removes a scratch path. One that stays is swept later; it must not turn work that was done into a failure. */
export function removeScratch(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Swept by name when this process is gone.
  }
}

/** Whether a process of this machine runs, as far as we may know. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
