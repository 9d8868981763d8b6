import { join } from 'node:path';
import type { FoundTranscript, TranscriptSearch } from '../agent.ts';
import { parseObject, textAt } from '../json-value.ts';
import { beginningOf, byAge, namesIn, newestOf, startingPlaces } from '../transcript-files.ts';
import { HEAD, isSubagents } from './subagent-transcript.ts';

/** Days and files that are looked at: a session older than these is not the one that runs now. */
const MAX_DAYS = 60;
const MAX_FILES = 300;

/** The session by its id; else the newest one that began in this directory and is not a subagent's. */
export async function findCodexTranscript(search: TranscriptSearch): Promise<FoundTranscript | undefined> {
  const rollouts = await newestRollouts(join(codexHome(search), 'sessions'));
  const id = search.sessionId ?? search.env['CODEX_THREAD_ID'] ?? '';
  if (id !== '')
    return newestOf(
      'codex',
      rollouts.filter((path) => path.includes(id)),
    );
  const places = await startingPlaces(search);
  // A session that was resumed goes on in its old file.
  for (const found of await byAge('codex', rollouts)) {
    if (await beganIn(found.path, places)) return found;
  }
  return undefined;
}

export function codexHome({ env, home }: Pick<TranscriptSearch, 'env' | 'home'>): string {
  return env['CODEX_HOME'] || join(home, '.codex');
}

/** Newest first: the directories and the names begin with the time at which a session began. */
export async function newestRollouts(sessions: string): Promise<readonly string[]> {
  const days: string[] = [];
  for (const year of await newestFirst(sessions)) {
    for (const month of await newestFirst(join(sessions, year))) {
      const names = await newestFirst(join(sessions, year, month));
      days.push(...names.map((day) => join(sessions, year, month, day)));
      if (days.length >= MAX_DAYS) break;
    }
    if (days.length >= MAX_DAYS) break;
  }
  const rollouts: string[] = [];
  for (const day of days.slice(0, MAX_DAYS)) {
    const names = (await newestFirst(day)).filter((name) => /^rollout-.*\.jsonl$/.test(name));
    rollouts.push(...names.map((name) => join(day, name)));
    if (rollouts.length >= MAX_FILES) break;
  }
  return rollouts;
}

async function newestFirst(directory: string): Promise<readonly string[]> {
  return (await namesIn(directory)).toSorted().toReversed();
}

/** The head of a rollout is long, but where it began stands at its beginning. */
async function beganIn(path: string, places: readonly string[]): Promise<boolean> {
  const head = await beginningOf(path, HEAD);
  const cwd = /"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(head)?.[1];
  return cwd !== undefined && !isSubagents(head) && places.includes(textAt(parseObject(`{"cwd":${cwd}}`) ?? {}, 'cwd'));
}
