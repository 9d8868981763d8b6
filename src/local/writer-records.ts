import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { localPath, type PathsTo } from './files.ts';
import { listOwnFolder, makeOwnFolder } from './own-folder.ts';
import { ageOf, isAbandoned, ownName, parseOwner } from './owner.ts';

/** How long a writer is believed that cannot be seen from here: no lock is held that long. */
export const UNSEEN_PATIENCE_MS = 10 * 60_000;

/** How many writers this process has at each record: a server may have several repositories, and several writers in one. */
const writers = new Map<string, number>();

/** What a record begins with, before the name of its process. */
export const RECORD_MARK = 'git-checkpoint ';

/** The record of this process, there while it writes. */
export function ownRecord(place: PathsTo<'writers'>): string {
  return localPath(place, 'writers', ownName());
}

/** Runs work that may hold ref locks, with a record of this process beside it: git's lock files name no holder. */
export async function withWriterRecord<T>(place: PathsTo<'writers'>, work: () => Promise<T>): Promise<T> {
  const record = ownRecord(place);
  makeOwnFolder(localPath(place, 'writers'));
  const others = writers.get(record) ?? 0;
  writers.set(record, others + 1);
  try {
    // Once: a lock may be another name of the same file.
    if (others === 0 || !existsSync(record)) writeFileSync(record, RECORD_MARK + ownName(), { mode: 0o600 });
    return await work();
  } finally {
    const left = (writers.get(record) ?? 1) - 1;
    if (left > 0) writers.set(record, left);
    else {
      writers.delete(record);
      removeQuietly(record);
    }
  }
}

/** The work is done, also where the disk cannot be written to any more. */
function removeQuietly(record: string): void {
  try {
    rmSync(record, { force: true });
  } catch {
    // It is known for that of a process that ended.
  }
}

/** Paths of the records of writers that died: they may have left ref locks. */
export function listDeadWriters(place: PathsTo<'writers'>): string[] {
  return listOwnFolder(localPath(place, 'writers')).filter((path) => {
    const owner = parseOwner(basename(path));
    // Absent: it ended by itself since the folder was read.
    return existsSync(path) && isAbandoned(owner, ageOf(path), UNSEEN_PATIENCE_MS);
  });
}
