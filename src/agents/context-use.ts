import type { AgentName } from './agent.ts';
import { parseObject } from './json-value.ts';
import { agentNamed } from './registry.ts';
import { SessionDraft } from './session-draft.ts';
import { endOf } from './transcript-files.ts';

export interface ContextUse {
  readonly tokens: number;
  readonly window: number;
}

/** Enough for the last answers; a single tool result may be longer, then the next look finds out. */
const TAIL = 256 * 1024;

/** How full the context is, as the end of the transcript tells; undefined when it does not. */
export async function readContextUse(agent: AgentName, transcript: string): Promise<ContextUse | undefined> {
  const text = await endOf(transcript, TAIL);
  const draft = new SessionDraft();
  const { reduce } = agentNamed(agent);
  // The first line of the tail may be cut; it does not parse then.
  for (const line of text.split('\n')) {
    const record = parseObject(line);
    if (record !== undefined) reduce(draft, record);
  }
  const { contextTokens, contextWindow } = draft.state.head;
  return contextTokens === undefined || contextWindow === undefined
    ? undefined
    : { tokens: contextTokens, window: contextWindow };
}
