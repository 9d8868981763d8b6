import type { AgentName, Opening } from './agent.ts';
import { loadAgents } from './registry.ts';

/** Who publishes a transcript may have written lines about it first. */
const COMMENTS = /^\s*(?:\/\/[^\n]*\n\s*)+/;

/** Which agent wrote a transcript, by its first lines or else by its path. What no other agent knows is generic text. */
export async function detectAgent({ path = '', text }: Opening): Promise<AgentName> {
  const start = text.replace(COMMENTS, '').trimStart();
  // Prose may quote records of any agent.
  if (start !== '' && !start.startsWith('{')) return 'generic';
  const agents = await loadAgents();
  const writer = agents.find((agent) => (start === '' ? agent.home?.test(path) : agent.recognizes({ path, text })));
  return writer?.name ?? 'generic';
}
