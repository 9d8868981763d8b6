import type { Agent } from '../agent.ts';
import { kimiConversation } from './conversation.ts';
import { reduceKimi } from './reduce.ts';

/** Kimi Code: `~/.kimi-code/sessions/<folder>/<session>/agents/main/wire.jsonl`, found by an index of all sessions. */
export const kimiCode: Agent = {
  name: 'kimi-code',
  home: /[\\/]agents[\\/][^\\/]+[\\/]wire\.jsonl$/,
  recognizes: ({ text }) =>
    /^\s*\{"type":"metadata","protocol_version":/.test(text) || /"type":"context\.append_loop_event"/.test(text),
  layout: () => 'lines',
  skips: (beginning) => /^\{"type":"llm\./.test(beginning),
  reduce: reduceKimi,
  // A session is named by its folder alone.
  addSideFiles: async (session) => ({ ...session, id: session.id || idIn(session.transcript ?? '') }),
  conversation: kimiConversation,
};

function idIn(transcript: string): string {
  return /[\\/]([^\\/]+)[\\/]agents[\\/]main[\\/]wire\.jsonl$/.exec(transcript)?.[1] ?? '';
}
