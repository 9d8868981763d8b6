import type { AgentHooks, HookEventKind } from '../hook-event.ts';
import { commonAnswer, type Dialect, parseCommon } from '../hook-payload.ts';

const dialect: Dialect = {
  events: {
    SessionStart: 'session-start',
    SessionEnd: 'session-end',
    BeforeAgent: 'prompt',
    BeforeTool: 'before-command',
    AfterAgent: 'turn-end',
    PreCompress: 'before-compact',
  },
  shells: ['run_shell_command'],
};

const speaking: Partial<Record<HookEventKind, string>> = {
  'session-start': 'SessionStart',
  prompt: 'BeforeAgent',
};

export const geminiCliHooks: AgentHooks = {
  agent: 'gemini-cli',
  // No limit is known; this is more than the tokens of a pack allow.
  room: { chars: 30_000, parts: 1 },
  // It leaves without waiting.
  endPatience: 600,
  announcesEveryRequest: true,
  projectVariable: 'GEMINI_PROJECT_DIR',
  forgetsAtCompaction: true,
  speaksAt: (kind) => speaking[kind] !== undefined,
  showsAt: (kind) => kind !== 'session-end',
  // After /clear only the message for the screen is used.
  dropsContext: (source) => source === 'clear',
  parse: (payload) => parseCommon(payload, dialect),
  // Anything but JSON on stdout is an error there.
  render: (event, answer) => `${JSON.stringify(commonAnswer(event && speaking[event.kind], answer))}\n`,
};
