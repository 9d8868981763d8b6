import type { AgentHooks, HookEventKind } from '../hook-event.ts';
import { commonAnswer, type Dialect, parseCommon } from '../hook-payload.ts';
import type { OpenCodeName } from './names.ts';

/** What our plugin calls the events; see plugin-text.ts. */
const dialect: Dialect = {
  events: {
    SessionStart: 'session-start',
    SessionEnd: 'session-end',
    UserPromptSubmit: 'prompt',
    PreToolUse: 'before-command',
    Stop: 'turn-end',
    PreCompact: 'before-compact',
  },
  shells: ['bash'],
};

const speaking: Partial<Record<HookEventKind, string>> = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  'before-compact': 'PreCompact',
};

function hooksFor(agent: OpenCodeName): AgentHooks {
  return {
    agent,
    // Twenty thousand were seen to arrive whole as a part of the message.
    room: { chars: 20_000, parts: 1 },
    // Three seconds were waited for.
    endPatience: 2000,
    announcesEveryRequest: false,
    tellsPrompts: true,
    speaksAt: (kind) => speaking[kind] !== undefined,
    showsAt: (kind) => kind !== 'session-end',
    dropsContext: () => false,
    parse: (payload) => parseCommon(payload, dialect),
    render: (event, answer) => `${JSON.stringify(commonAnswer(event && speaking[event.kind], answer))}\n`,
  };
}

export const openCodeHooks = hooksFor('opencode');
