import type { Agent } from '../agent.ts';
import { claudeConversation } from './conversation.ts';
import { PASSED_OVER, reduceClaudeCode } from './reduce.ts';
import { addClaudeSideFiles } from './side-files.ts';

/** Claude Code: `~/.claude/projects/<slug>/<session>.jsonl`. */
export const claudeCode: Agent = {
  name: 'claude-code',
  home: /[\\/]projects[\\/][^\\/]+[\\/][\w-]+\.jsonl$/,
  recognizes: ({ text }) =>
    /"(?:parentUuid|sessionId|leafUuid)"\s*:/.test(text) &&
    /"type"\s*:\s*"(?:user|assistant|system|summary|attachment|last-prompt|mode|file-history-snapshot|queue-operation)"/.test(
      text,
    ) &&
    !/"projectHash"\s*:/.test(text),
  layout: () => 'lines',
  skips: (beginning) => PASSED_OVER.has(/^\{"type":"([^"]+)"/.exec(beginning)?.[1] ?? ''),
  reduce: reduceClaudeCode,
  addSideFiles: addClaudeSideFiles,
  conversation: claudeConversation,
};
