import type { Agent } from './agent.ts';
import type { AgentSettings } from './agent-settings.ts';
import type { AgentHooks } from './hook-event.ts';
import type { SessionWriter } from './session-writer.ts';

/** All that is known about an agent, each part loaded when it is asked for: an agent waits for every hook. */
export interface Adapter {
  /** Reads its transcripts. */
  readonly reader: () => Promise<Agent>;
  /** How it speaks to hooks. */
  readonly hooks: () => Promise<AgentHooks>;
  /** Where hooks, commands and the MCP server are installed; absent where nothing is. */
  readonly settings?: () => Promise<AgentSettings>;
  /** Writes sessions of the agent; absent where nobody does. */
  readonly writer?: () => Promise<SessionWriter>;
}
