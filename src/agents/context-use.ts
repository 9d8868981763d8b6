import type { Agent } from './agent.ts';
import { parseObject } from './json-value.ts';
import { loadAgent } from './registry.ts';
import { SessionDraft } from './session-draft.ts';
import { endOf } from './transcript-files.ts';

interface ContextUse {
  readonly tokens: number;
  readonly window: number;
}

/** The last answer is nearly always in the first of these; where a tool result is longer than the second, the next look finds out. */
const TAILS = [32 * 1024, 256 * 1024];

/** How full the context is, as the end of the transcript tells; undefined when it does not. */
export async function readContextUse(agent: string, transcript: string): Promise<ContextUse | undefined> {
  const { reduce } = await loadAgent(agent);
  for (const tail of TAILS) {
    const use = contextUseIn(reduce, await endOf(transcript, tail));
    if (use !== undefined) return use;
  }
  return undefined;
}

function contextUseIn(reduce: Agent['reduce'], text: string): ContextUse | undefined {
  const draft = new SessionDraft();
  // The first line of the tail may be cut; it does not parse then.
  for (const line of text.split('\n')) {
    const record = parseObject(line);
    if (record !== undefined) reduce(draft, record);
  }
  const { contextTokens: tokens, contextWindow: window } = draft.state.head;
  return tokens === undefined || window === undefined ? undefined : { tokens, window };
}
