import type { Agent } from '../agent.ts';
import { qwenConversation } from './conversation.ts';
import { reduceQwen } from './reduce.ts';

/** Qwen Code: `~/.qwen/projects/<directory>/chats/<session>.jsonl`. */
export const qwenCode: Agent = {
  name: 'qwen-code',
  home: /[\\/]projects[\\/][^\\/]+[\\/]chats[\\/][\w-]+\.jsonl$/,
  recognizes: ({ text }) => /"parentUuid"\s*:/.test(text) && /"provenance"\s*:/.test(text) && /"parts"\s*:/.test(text),
  layout: () => 'lines',
  reduce: reduceQwen,
  conversation: qwenConversation,
};
