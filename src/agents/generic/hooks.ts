import { Failure } from '../../core/failure.ts';
import type { AgentHooks, HookEvent } from '../hook-event.ts';
import { readEnvelope } from '../hook-payload.ts';
import { type JsonObject, numberAt } from '../json-value.ts';

/** For programs of one's own: five event names, the same envelope, and a plain answer of two texts. */
export const genericHooks: AgentHooks = {
  agent: 'generic',
  room: { chars: 30_000, parts: 1 },
  endPatience: 600,
  hasNoPrompts: true,
  speaksAt: () => true,
  showsAt: () => true,
  parse: parseGeneric,
  render: (_event, { context, notice }) => `${JSON.stringify({ context, notice })}\n`,
};

const names = ['session_start', 'session_end', 'before_clear', 'after_clear', 'context_threshold'];

function parseGeneric(payload: JsonObject): HookEvent {
  const { name, base } = readEnvelope(payload);
  switch (name) {
    case 'session_start':
      return { ...base, kind: 'session-start', source: 'startup' };
    case 'session_end':
      return { ...base, kind: 'session-end', reason: 'end' };
    case 'before_clear':
      return { ...base, kind: 'session-end', reason: 'clear' };
    case 'after_clear':
      return { ...base, kind: 'session-start', source: 'clear' };
    case 'context_threshold': {
      const percent = numberAt(payload, 'percent') ?? 100;
      return { ...base, kind: 'context-threshold', identity: `${base.identity} ${percent}`, percent };
    }
    default:
      throw new Failure('usage', `'${name}' is not a hook event`, { hint: `Use one of: ${names.join(', ')}.` });
  }
}
