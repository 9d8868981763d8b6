import type { Agent, TranscriptFinder } from './agent.ts';
import type { AgentSettings } from './agent-settings.ts';
import type { AgentHooks } from './hook-event.ts';
import type { SessionWriter } from './session-writer.ts';

/** All that is known about an agent, each part loaded when it is asked for: an agent waits for every hook. */
export interface Adapter {
  /** Finds its transcripts; absent where nobody knows where they are. */
  readonly finder?: () => Promise<TranscriptFinder>;
  /** Reads them. */
  readonly reader: () => Promise<Agent>;
  /** How it speaks to hooks. */
  readonly hooks: () => Promise<AgentHooks>;
  /** Where hooks, commands and the MCP server are installed; absent where nothing is. */
  readonly settings?: () => Promise<AgentSettings>;
  /** Writes sessions of the agent; absent where nobody does. */
  readonly writer?: () => Promise<SessionWriter>;
}
