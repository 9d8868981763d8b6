import type { AgentName, Opening } from './agent.ts';
import { agents } from './registry.ts';

/** Where each agent keeps its transcripts: all there is to go by while a file is still empty. */
const HOMES: readonly (readonly [RegExp, AgentName])[] = [
  [/[\\/]projects[\\/][^\\/]+[\\/][\w-]+\.jsonl$/, 'claude-code'],
  [/[\\/]rollout-[^\\/]+\.jsonl$/, 'codex'],
  [/[\\/]chats[\\/]session-[^\\/]+\.jsonl?$/, 'gemini-cli'],
];

/** Which agent wrote a transcript, by its first lines or else by its path. What no other agent knows is generic text. */
export function detectAgent({ path = '', text }: Opening): AgentName {
  const start = text.trimStart();
  if (start === '') return HOMES.find(([home]) => home.test(path))?.[1] ?? 'generic';
  // Prose may quote records of any agent.
  if (!start.startsWith('{')) return 'generic';
  return agents.find((agent) => agent.recognizes({ path, text }))?.name ?? 'generic';
}
