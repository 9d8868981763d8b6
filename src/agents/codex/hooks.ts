import { defined } from '../../core/defined.ts';
import type { AgentHooks, HookEventKind } from '../hook-event.ts';
import { commonAnswer, commonEvents, type Dialect, parseCommon, unlessEmpty } from '../hook-payload.ts';
import { isSubagentTranscript } from './subagent-transcript.ts';

const dialect: Dialect = {
  events: { ...commonEvents, PostToolUse: 'tools-done', Interrupt: 'turn-end' },
  shells: ['Bash'],
};

const speaking: Partial<Record<HookEventKind, string>> = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  'tools-done': 'PostToolUse',
};

export const codexHooks: AgentHooks = {
  agent: 'codex',
  // About 10,000 characters of one hook's text arrive, the middle of a longer one is taken out.
  room: { chars: 9_000, parts: 2 },
  // One second unless the settings say more, three at most.
  endPatience: 600,
  speaksAt: (kind) => speaking[kind] !== undefined,
  showsAt: (kind) => kind !== 'session-end',
  parse: (payload) => parseCommon(payload, dialect),
  isSubagents: isSubagentTranscript,
  render: (event, answer) =>
    unlessEmpty(
      defined({
        ...commonAnswer(event && speaking[event.kind], answer),
        continue: answer.block === undefined ? undefined : false,
        stopReason: answer.block,
      }),
    ),
};
