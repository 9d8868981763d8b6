import { basename, join } from 'node:path';
import type { FoundTranscript, TranscriptSearch } from '../agent.ts';
import { namesIn, newestOf, startingPlaces } from '../transcript-files.ts';

export function qwenFolder({ home }: Pick<TranscriptSearch, 'home'>): string {
  return join(home, '.qwen');
}

/** Where the sessions of a directory lie. */
export function chatsOf(place: string, search: Pick<TranscriptSearch, 'home'>): string {
  return join(qwenFolder(search), 'projects', place.replace(/[^a-zA-Z0-9]/g, '-'), 'chats');
}

/** The session by its id; else the newest of this directory. */
export async function findQwenTranscript(search: TranscriptSearch): Promise<FoundTranscript | undefined> {
  const id = basename(search.sessionId ?? search.env['QWEN_CODE_SESSION_ID'] ?? '');
  const projects = join(qwenFolder(search), 'projects');
  if (id !== '') {
    const folders = await namesIn(projects);
    return newestOf(
      'qwen-code',
      folders.map((folder) => join(projects, folder, 'chats', `${id}.jsonl`)),
    );
  }
  const places = (await startingPlaces(search)).map((place) => chatsOf(place, search));
  const found = await Promise.all(
    places.map(async (folder) => (await namesIn(folder)).map((name) => join(folder, name))),
  );
  return newestOf(
    'qwen-code',
    found.flat().filter((path) => path.endsWith('.jsonl')),
  );
}
