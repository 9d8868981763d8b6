import { defined } from '../../core/defined.ts';
import type { AgentHooks, HookEventKind } from '../hook-event.ts';
import { commonAnswer, type Dialect, parseCommon } from '../hook-payload.ts';

/** What our extension calls the events; see plugin-text.ts. */
const dialect: Dialect = {
  events: {
    SessionStart: 'session-start',
    SessionEnd: 'session-end',
    UserPromptSubmit: 'prompt',
    PreToolUse: 'before-command',
    PostToolBatch: 'tools-done',
    Stop: 'turn-end',
    PreCompact: 'before-compact',
    BeforeClear: 'before-clear',
  },
  shells: ['bash', 'powershell'],
};

export const piEvents = Object.keys(dialect.events);

const speaking: Partial<Record<HookEventKind, string>> = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  'tools-done': 'PostToolBatch',
};

export const piHooks: AgentHooks = {
  agent: 'pi',
  // Thirty thousand were seen to arrive whole.
  room: { chars: 30_000, parts: 1 },
  // Three seconds were waited for.
  endPatience: 2000,
  announcesEveryRequest: false,
  tellsPrompts: true,
  speaksAt: (kind) => speaking[kind] !== undefined,
  showsAt: (kind) => kind !== 'session-end',
  dropsContext: () => false,
  parse: (payload) => parseCommon(payload, dialect),
  render: (event, answer) => {
    const { block, question } = answer;
    const said = commonAnswer(event && speaking[event.kind], answer);
    const stops = block === undefined ? {} : { decision: 'block', reason: block };
    return `${JSON.stringify(defined({ ...said, ...stops, question }))}\n`;
  },
};
