import type { Agent } from '../agent.ts';
import { copilotConversation } from './conversation.ts';
import { reduceCopilot } from './reduce.ts';

/** Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`. */
export const copilotCli: Agent = {
  name: 'copilot-cli',
  home: /[\\/]session-state[\\/][^\\/]+[\\/]events\.jsonl$/,
  recognizes: ({ text }) => /"type":"session\.start"/.test(text) && /"producer":"copilot-agent"/.test(text),
  layout: () => 'lines',
  skips: (beginning) => /^\{"type":"(?:hook|model|system)\./.test(beginning),
  reduce: reduceCopilot,
  conversation: copilotConversation,
};
