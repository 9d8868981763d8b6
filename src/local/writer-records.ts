import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { localPath, type PathsTo } from './files.ts';
import { listOwnFolder, makeOwnFolder } from './own-folder.ts';
import { ageOf, isAbandoned, ownName, parseOwner } from './owner.ts';

/** How long a writer is believed that cannot be seen from here: no lock is held that long. */
const UNSEEN_PATIENCE_MS = 10 * 60_000;

/** How many writers this process has at each record: a server may have several repositories, and several writers in one. */
const writers = new Map<string, number>();

/** Runs work that may hold ref locks, with a record of this process beside it: git's lock files name no holder. */
export async function withWriterRecord<T>(place: PathsTo<'writers'>, work: () => Promise<T>): Promise<T> {
  const record = localPath(place, 'writers', ownName());
  makeOwnFolder(localPath(place, 'writers'));
  writers.set(record, (writers.get(record) ?? 0) + 1);
  try {
    writeFileSync(record, '', { mode: 0o600 });
    return await work();
  } finally {
    const left = (writers.get(record) ?? 1) - 1;
    if (left > 0) writers.set(record, left);
    else {
      writers.delete(record);
      rmSync(record, { force: true });
    }
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
