import type { AgentHooks, HookEventKind } from '../hook-event.ts';
import { commonAnswer, commonEvents, type Dialect, parseCommon } from '../hook-payload.ts';
import { type JsonObject, numberAt } from '../json-value.ts';

const dialect: Dialect = {
  events: commonEvents,
  shells: ['run_shell_command', 'Bash'],
};

const speaking: Partial<Record<HookEventKind, string>> = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  'before-compact': 'PreCompact',
};

export const qwenCodeHooks: AgentHooks = {
  agent: 'qwen-code',
  // Thirty thousand were seen to arrive whole, in the system prompt.
  room: { chars: 30_000, parts: 1 },
  // Dead two seconds after the user left.
  endPatience: 1200,
  projectVariable: 'QWEN_PROJECT_DIR',
  endsBesideStart: true,
  speaksAt: (kind) => speaking[kind] !== undefined,
  showsAt: (kind) => kind === 'turn-end' || kind === 'prompt',
  parse: (payload) => (isOwnDoing(payload) ? undefined : parseCommon(withPercent(payload), dialect)),
  render: (event, answer) => `${JSON.stringify(commonAnswer(event && speaking[event.kind], answer))}\n`,
};

/** The event of a prompt comes before every request to the model; only the first is of the user. */
function isOwnDoing(payload: JsonObject): boolean {
  return payload['hook_event_name'] === 'UserPromptSubmit' && payload['submitted_prompt'] === undefined;
}

/** At the end of a turn it tells how full its context is, as a fraction. */
function withPercent(payload: JsonObject): JsonObject {
  const usage = numberAt(payload, 'context_usage');
  return usage === undefined ? payload : { ...payload, context_percent: usage * 100 };
}
