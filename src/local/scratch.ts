import { rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localFolder, type ScratchName } from './files.ts';
import { listOwnFolder, makeOwnFolder } from './own-folder.ts';
import { isAbandoned, ownName, parseOwner } from './owner.ts';

let serial = 0;

/** A path of this process's own in git's directory; first removes what dead processes left under such names. */
export function scratchPath(place: RepositoryPaths, prefix: ScratchName): string {
  const directory = localFolder(place.gitDir);
  makeOwnFolder(directory);
  sweepDeadFiles(directory);
  serial += 1;
  return join(directory, `${prefix}${ownName()}-${serial}`);
}

/** Where this process writes what it then moves to its place. Always the same, so that its failures read the same. */
export function draftIn(directory: string): string {
  return join(directory, `draft-${ownName()}-0`);
}

/** As `scratchPath` and `draftIn` name them, and what is made beside such a path. A staged index is left to `replaceIndex`, which knows by it whose a lock is. */
const OWNED = /^(?!staged-)[a-z]+-(\d+@.+)-\d+(?:\D.*)?$/;

/** Removes what is named after processes that are gone: what killed commands left behind. */
export function sweepDeadFiles(directory: string, now = new Date()): void {
  for (const path of listOwnFolder(directory)) {
    const owner = OWNED.exec(basename(path))?.[1];
    if (owner === undefined) continue;
    // Not when it was written: an index is copied with its time.
    const changed = statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? now.getTime();
    if (isAbandoned(parseOwner(owner), now.getTime() - changed)) rmSync(path, { force: true, recursive: true });
  }
}

/** Removes a scratch path. One that stays is swept later; it must not turn work that was done into a failure. */
export function removeScratch(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Swept by name when this process is gone.
  }
}
