import type { FoundTranscript, TranscriptSearch } from './agent.ts';
import { callingAgent } from './calling-agent.ts';
import { loadFinders } from './registry.ts';

/**
 * The transcript of the session in which this runs: of the named agent, else of the one that the environment shows,
 * else the newest of any agent for the directory.
 */
export async function findTranscript(
  search: TranscriptSearch & { readonly agent?: string },
): Promise<FoundTranscript | undefined> {
  const sign = callingAgent(search.env);
  const name = search.agent ?? (search.sessionId === undefined ? sign : undefined);
  const found = await Promise.all((await loadFinders(name)).map((find) => find(search)));
  return found.filter((one) => one !== undefined).toSorted((a, b) => b.modified - a.modified)[0];
}
