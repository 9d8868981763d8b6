import type { Agent } from '../agent.ts';
import { piConversation } from './conversation.ts';
import { reducePi } from './reduce.ts';

const HEADER = /^\s*\{\s*"type"\s*:\s*"session"\s*,\s*"version"\s*:\s*\d+\s*,\s*"id"/;
/** Entries name their parents; so does nobody else whose records have these types. */
const ENTRY = /^\s*\{"type":"(?:message|model_change|compaction|custom_message)","id":"[^"]+","parentId":/;

/** Pi: `~/.pi/agent/sessions/--<folder>--/<time>_<id>.jsonl`, a tree of entries. */
export const pi: Agent = {
  name: 'pi',
  home: /[\\/]sessions[\\/]--[^\\/]+--[\\/][^\\/]+\.jsonl$/,
  recognizes: ({ text }) => HEADER.test(text) || ENTRY.test(text),
  layout: () => 'lines',
  reduce: reducePi,
  conversation: piConversation,
};
