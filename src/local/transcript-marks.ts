import { rmSync, statSync } from 'node:fs';
import { hashedPath, localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';
import { listOwnFolder } from './own-folder.ts';

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
  const names = listOwnFolder(localPath(place, 'transcripts'));
  if (names.length <= MAX_MARKS) return;
  const marks = names.map((name) => {
    const path = localPath(place, 'transcripts', name);
    return { path, modified: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  const oldest = marks.sort((one, other) => other.modified - one.modified).slice(MAX_MARKS);
  for (const { path } of oldest) rmSync(path, { force: true });
}
