import type { Agent } from './agent.ts';
import type { AgentSettings } from './agent-settings.ts';
import type { AgentHooks } from './hook-event.ts';
import type { SessionWriter } from './session-writer.ts';

/** All that is known about an agent: one per folder, listed in `registry.ts`. */
export interface Adapter {
  /** Reads its transcripts. */
  readonly reader: Agent;
  /** How it speaks to hooks. */
  readonly hooks: AgentHooks;
  /** Where hooks, commands and the MCP server are installed; absent where nothing is. */
  readonly settings?: AgentSettings;
  /** Lays sessions of the agent ready; absent where nobody does. */
  readonly writer?: SessionWriter;
}
