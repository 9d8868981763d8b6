import { join } from 'node:path';
import type { FoundTranscript, TranscriptSearch } from '../agent.ts';
import { namesIn, newestOf, startingPlaces } from '../transcript-files.ts';

type Surroundings = Pick<TranscriptSearch, 'env' | 'home'>;

/** The session by its id; else the newest that began in this directory. */
export async function findPiTranscript(search: TranscriptSearch): Promise<FoundTranscript | undefined> {
  const { env, sessionId } = search;
  const id = sessionId ?? env['PI_SESSION_ID'] ?? '';
  const named = env['PI_SESSION_FILE'];
  if (named && (id === '' || named.endsWith(`_${id}.jsonl`))) return newestOf('pi', [named]);
  const folders = id === '' ? (await startingPlaces(search)).map((place) => sessionFolder(place, search)) : undefined;
  const all = await Promise.all((folders ?? (await allFolders(search))).map(transcriptsIn));
  return newestOf(
    'pi',
    all.flat().filter((path) => id === '' || path.endsWith(`_${id}.jsonl`)),
  );
}

export function piFolder({ env, home }: Surroundings): string {
  return env['PI_CODING_AGENT_DIR'] || join(home, '.pi', 'agent');
}

/** Where the sessions of a directory are kept; a folder that the user chose holds those of all directories. */
export function sessionFolder(cwd: string, surroundings: Surroundings): string {
  const chosen = surroundings.env['PI_CODING_AGENT_SESSION_DIR'];
  const name = `--${cwd.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
  return chosen || join(piFolder(surroundings), 'sessions', name);
}

async function allFolders(search: TranscriptSearch): Promise<readonly string[]> {
  const sessions = join(piFolder(search), 'sessions');
  const names = await namesIn(sessions);
  return [sessionFolder(search.cwd, search), ...names.map((name) => join(sessions, name))];
}

async function transcriptsIn(folder: string): Promise<readonly string[]> {
  const names = await namesIn(folder);
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
}
