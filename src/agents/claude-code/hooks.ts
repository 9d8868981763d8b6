import type { AgentHooks, HookAnswer, HookEventKind } from '../hook-event.ts';
import { commonAnswer, commonEvents, type Dialect, parseCommon, unlessEmpty } from '../hook-payload.ts';

const dialect: Dialect = {
  events: { ...commonEvents, PostToolBatch: 'tools-done', StopFailure: 'turn-end' },
  shells: ['Bash'],
};

/** Which events may put text into the model's context, by the name that the answer must carry. */
const speaking: Partial<Record<HookEventKind, string>> = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  'tools-done': 'PostToolBatch',
};

export const claudeCodeHooks: AgentHooks = {
  agent: 'claude-code',
  // A longer text becomes a preview of 2 KB and the path of a file. The limit is per entry.
  room: { chars: 10_000, parts: 2 },
  // Cancelled 1.5 s after its start when it comes from a plugin, and its children with it.
  endPatience: 600,
  processVariable: 'CLAUDE_PID',
  projectVariable: 'CLAUDE_PROJECT_DIR',
  speaksAt: (kind) => speaking[kind] !== undefined,
  // A hook that runs beside the agent is heard by the model alone.
  showsAt: (kind) => !['tools-done', 'turn-end', 'session-end'].includes(kind),
  parse: (payload) => parseCommon(payload, dialect),
  render(event, answer) {
    if (event?.kind === 'before-compact') return beforeCompaction(answer);
    if (event?.kind === 'session-end') return '';
    const said = commonAnswer(event && speaking[event.kind], answer);
    // Other agents read these settings too, and take silence before a tool for a refusal.
    return event === undefined || event.kind === 'before-command' ? `${JSON.stringify(said)}\n` : unlessEmpty(said);
  },
};

/** What a PreCompact hook prints is added to the instructions for the summary, unless it is a decision. */
function beforeCompaction({ context, block }: HookAnswer): string {
  if (block !== undefined) return `${JSON.stringify({ decision: 'block', reason: block })}\n`;
  return context === undefined ? '' : `${context}\n`;
}
