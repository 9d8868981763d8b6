import { rmSync } from 'node:fs';
import { hashedPath, localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';
import { listOwnFolder } from './own-folder.ts';
import { ageOf } from './owner.ts';

/** Marks of sessions long over only take room. */
const MAX_MARKS = 40;

/** `transcripts`: how far each was read; `conversations`: how far each was stored. */
type MarkFolder = 'transcripts' | 'conversations';

function marksIn(folder: MarkFolder) {
  return {
    /** How far a transcript was read or stored; undefined when that is not known. */
    find(place: PathsTo<MarkFolder>, transcript: string): unknown {
      try {
        return JSON.parse(readOwnFile(hashedPath(place, folder, transcript)) ?? '');
      } catch {
        // Absent, or torn by a crash of the machine: the transcript is read from its beginning.
        return undefined;
      }
    },
    save(place: PathsTo<MarkFolder>, transcript: string, mark: object): void {
      writeOwnFile(hashedPath(place, folder, transcript), JSON.stringify(mark));
      dropOldest(localPath(place, folder));
    },
  };
}

export const { find: findMark, save: saveMark } = marksIn('transcripts');
export const { find: findStoredMark, save: saveStoredMark } = marksIn('conversations');

function dropOldest(folder: string): void {
  // Also those that a killed process was about to save.
  const paths = listOwnFolder(folder);
  if (paths.length <= MAX_MARKS) return;
  const now = new Date();
  const newestFirst = paths.map((path) => ({ path, age: ageOf(path, now) })).sort((one, other) => one.age - other.age);
  for (const { path } of newestFirst.slice(MAX_MARKS)) rmSync(path, { force: true });
}
