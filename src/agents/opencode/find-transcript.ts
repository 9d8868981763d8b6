import { basename, join } from 'node:path';
import type { TranscriptFinder, TranscriptSearch } from '../agent.ts';
import { objectAt, parseObject, textAt } from '../json-value.ts';
import { beginningOf, byAge, namesIn, newestOf, startingPlaces } from '../transcript-files.ts';
import { takeFromDatabase } from './database.ts';
import type { OpenCodeName } from './names.ts';

const HEAD = 64 * 1024;
const MAX_FILES = 200;

/** Where our plugin writes sessions down. */
export function transcriptFolder(agent: OpenCodeName, { env, home }: Pick<TranscriptSearch, 'env' | 'home'>): string {
  return join(env['XDG_STATE_HOME'] || join(home, '.local', 'state'), 'git-checkpoint', 'sessions', agent);
}

/** Among the sessions that our plugin wrote down, and those of the client's database: the one by its id, else the newest of this directory. */
export function openCodeFinder(agent: OpenCodeName): TranscriptFinder {
  return async (search) => {
    const { env, home } = search;
    const folder = transcriptFolder(agent, search);
    const id = basename(search.sessionId ?? env[`${agent.toUpperCase()}_SESSION_ID`] ?? '');
    const database = join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), agent, `${agent}.db`);
    const stored = { agent, database, folder };
    if (id !== '') return newestOf(agent, [takeFromDatabase(stored, { id }) ?? join(folder, `${id}.jsonl`)]);
    const places = await startingPlaces(search);
    takeFromDatabase(stored, { directories: places });
    const paths = (await namesIn(folder)).filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
    for (const found of (await byAge(agent, paths)).slice(0, MAX_FILES)) {
      if (places.includes(await directoryOf(found.path))) return found;
    }
    return undefined;
  };
}

async function directoryOf(path: string): Promise<string> {
  const [first = ''] = (await beginningOf(path, HEAD)).split('\n', 1);
  return textAt(objectAt(parseObject(first) ?? {}, 'info'), 'directory');
}
