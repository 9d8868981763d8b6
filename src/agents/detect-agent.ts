import type { AgentName, Opening } from './agent.ts';
import { agents } from './registry.ts';

/** Which agent wrote a transcript, by its path and first lines. What no other agent knows is generic text. */
export function detectAgent(opening: Opening): AgentName {
  return agents.find((agent) => agent.recognizes(opening))?.name ?? 'generic';
}
