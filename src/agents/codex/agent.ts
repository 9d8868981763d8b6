import type { Agent } from '../agent.ts';
import { codexConversation } from './conversation.ts';
import { reduceCodex } from './reduce.ts';

/** Codex CLI: `~/.codex/sessions/YYYY/MM/DD/rollout-….jsonl`. */
export const codex: Agent = {
  name: 'codex',
  home: /[\\/]rollout-[^\\/]+\.jsonl$/,
  recognizes: ({ text }) =>
    /"type"\s*:\s*"(?:session_meta|response_item|event_msg|turn_context)"/.test(text) && /"payload"\s*:/.test(text),
  layout: () => 'lines',
  skips: (beginning) => /"type":"(?:world_state|token_usage_record)"/.test(beginning),
  reduce: reduceCodex,
  conversation: codexConversation,
};
