import type { Agent } from '../agent.ts';
import { geminiConversation } from './conversation.ts';
import { reduceGemini } from './reduce.ts';

/** Gemini CLI: `~/.gemini/tmp/<project>/chats/session-….jsonl`, in older versions one JSON document. */
export const geminiCli: Agent = {
  name: 'gemini-cli',
  home: /[\\/]chats[\\/]session-[^\\/]+\.jsonl?$/,
  recognizes: ({ text }) =>
    /"projectHash"\s*:/.test(text) || (/"type"\s*:\s*"gemini"/.test(text) && /"timestamp"\s*:/.test(text)),
  layout: ({ text }) => (/^\s*\{\s*\n/.test(text) ? 'document' : 'lines'),
  reduce: reduceGemini,
  conversation: geminiConversation,
};
