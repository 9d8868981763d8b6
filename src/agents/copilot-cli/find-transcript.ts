import { basename, join } from 'node:path';
import type { FoundTranscript, TranscriptSearch } from '../agent.ts';
import { beginningOf, byAge, namesIn, newestOf, startingPlaces } from '../transcript-files.ts';

const HEAD = 4096;
const MAX_SESSIONS = 200;

export function copilotFolder({ env, home }: Pick<TranscriptSearch, 'env' | 'home'>): string {
  return env['COPILOT_HOME'] || join(home, '.copilot');
}

/** The session by its id; else the newest whose workspace is this directory. */
export async function findCopilotTranscript(search: TranscriptSearch): Promise<FoundTranscript | undefined> {
  const folder = join(copilotFolder(search), 'session-state');
  const pathOf = (name: string) => join(folder, name, 'events.jsonl');
  const id = basename(search.sessionId ?? search.env['COPILOT_AGENT_SESSION_ID'] ?? '');
  if (id !== '') return newestOf('copilot-cli', [pathOf(id)]);
  const places = await startingPlaces(search);
  const sessions = await byAge('copilot-cli', (await namesIn(folder)).map(pathOf));
  for (const found of sessions.slice(0, MAX_SESSIONS)) {
    const workspace = await beginningOf(join(found.path, '..', 'workspace.yaml'), HEAD);
    const cwd = /^cwd: *["']?(.*?)["']? *$/m.exec(workspace)?.[1] ?? '';
    if (places.includes(cwd)) return found;
  }
  return undefined;
}
