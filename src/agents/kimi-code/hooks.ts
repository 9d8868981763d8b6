import { randomUUID } from 'node:crypto';
import type { AgentHooks } from '../hook-event.ts';
import { commonEvents, type Dialect, parseCommon } from '../hook-payload.ts';
import { type JsonObject, objectsAt, textAt } from '../json-value.ts';

const dialect: Dialect = {
  events: { ...commonEvents, Interrupt: 'turn-end' },
  shells: ['Bash'],
};

export const kimiCodeHooks: AgentHooks = {
  agent: 'kimi-code',
  // Thirty thousand were seen to arrive whole.
  room: { chars: 30_000, parts: 1 },
  // Four seconds were waited for.
  endPatience: 2000,
  forgetsAtCompaction: true,
  omitsTranscript: true,
  // What a hook prints at a prompt stands before it; at every other event it is dropped.
  speaksAt: (kind) => kind === 'prompt',
  showsAt: () => false,
  dropsContext: () => true,
  parse: (payload) => parseCommon(inCommonForm(payload), dialect),
  render: (event, { context }) => (event?.kind === 'prompt' && context !== undefined ? `${context}\n` : ''),
};

/** A prompt is a list of parts. Hooks stand in one file only, so no event comes twice; yet none has an id of its own. */
function inCommonForm(payload: JsonObject): JsonObject {
  const prompt = objectsAt(payload, 'prompt').map((part) => textAt(part, 'text'));
  return { ...payload, prompt: prompt.join('\n'), timestamp: randomUUID() };
}
