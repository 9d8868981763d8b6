import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { localPath, type PathsTo } from './files.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';
import { listOwnFolder } from './own-folder.ts';

/** Marks of sessions long over only take room. */
const MAX_MARKS = 40;

/** How far a transcript was read, as it was saved; undefined when that is not known, or was changed since. */
export function findMark(place: PathsTo<'transcripts'>, transcript: string): unknown {
  const text = readOwnFile(markPath(place, transcript)) ?? '';
  const [sum, body] = [text.slice(0, 64), text.slice(65)];
  return sum === digest(body) ? JSON.parse(body) : undefined;
}

export function saveMark(place: PathsTo<'transcripts'>, transcript: string, mark: object): void {
  const body = JSON.stringify(mark);
  writeOwnFile(markPath(place, transcript), `${digest(body)}\n${body}`);
  dropOldest(place);
}

function markPath(place: PathsTo<'transcripts'>, transcript: string): string {
  return localPath(place, 'transcripts', `${digest(transcript).slice(0, 32)}.json`);
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

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
