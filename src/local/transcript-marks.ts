import { rmSync } from 'node:fs';
import { hashedPath, localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';
import { listOwnFolder } from './own-folder.ts';
import { ageOf } from './owner.ts';

/** Marks of sessions long over only take room. */
const MAX_MARKS = 40;

/** How far a transcript was read, as it was saved; undefined when that is not known. */
export function findMark(place: PathsTo<'transcripts'>, transcript: string): unknown {
  try {
    return JSON.parse(readOwnFile(hashedPath(place, 'transcripts', transcript)) ?? '');
  } catch {
    // Absent, or torn by a crash of the machine: the transcript is read from its beginning.
    return undefined;
  }
}

export function saveMark(place: PathsTo<'transcripts'>, transcript: string, mark: object): void {
  writeOwnFile(hashedPath(place, 'transcripts', transcript), JSON.stringify(mark));
  dropOldest(place);
}

function dropOldest(place: PathsTo<'transcripts'>): void {
  // Also those that a killed process was about to save.
  const paths = listOwnFolder(localPath(place, 'transcripts'));
  if (paths.length <= MAX_MARKS) return;
  const now = new Date();
  const newestFirst = paths.map((path) => ({ path, age: ageOf(path, now) })).sort((one, other) => one.age - other.age);
  for (const { path } of newestFirst.slice(MAX_MARKS)) rmSync(path, { force: true });
}
