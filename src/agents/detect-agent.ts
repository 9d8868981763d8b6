import type { AgentName, Opening } from './agent.ts';
import { agents } from './registry.ts';

/** Which agent wrote a transcript, by its first lines or else by its path. What no other agent knows is generic text. */
export function detectAgent({ path = '', text }: Opening): AgentName {
  const start = text.trimStart();
  if (start === '') return agents.find(({ home }) => home?.test(path))?.name ?? 'generic';
  // Prose may quote records of any agent.
  if (!start.startsWith('{')) return 'generic';
  return agents.find((agent) => agent.recognizes({ path, text }))?.name ?? 'generic';
}
