import { basename, join } from 'node:path';
import type { FoundTranscript, TranscriptSearch } from '../agent.ts';
import { textAt } from '../json-value.ts';
import { byAge, namesIn, newestOf, startingPlaces } from '../transcript-files.ts';
import { clineSessions } from './folders.ts';
import { readSessionFile } from './session-file.ts';

const MAX_FILES = 200;

/** The session by its id; else the newest that works in this directory. */
export async function findClineTranscript(search: TranscriptSearch): Promise<FoundTranscript | undefined> {
  const sessions = clineSessions(search);
  const pathOf = (id: string) => join(sessions, id, `${id}.messages.json`);
  if (search.sessionId !== undefined) return newestOf('cline', [pathOf(basename(search.sessionId))]);
  const places = await startingPlaces(search);
  const all = await byAge('cline', (await namesIn(sessions)).map(pathOf));
  for (const found of all.slice(0, MAX_FILES)) {
    if (places.includes(textAt(await readSessionFile(found.path), 'cwd'))) return found;
  }
  return undefined;
}
