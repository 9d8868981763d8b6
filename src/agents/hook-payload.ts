import { createHash } from 'node:crypto';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import { ownProperty } from '../core/own-property.ts';
import type { Decision, HookAnswer, HookEvent, HookEventKind, StartSource } from './hook-event.ts';
import { startSources } from './hook-event.ts';
import { type JsonObject, numberAt, objectAt, textAt } from './json-value.ts';
import { shortened } from './kept-text.ts';

/** What every payload of the common form says: Claude Code began it, Codex and Gemini CLI speak it too. */
interface Envelope {
  readonly name: string;
  readonly base: Pick<HookEvent, 'session' | 'transcript' | 'cwd' | 'identity'>;
}

const SAID = 8000;
/** Fields that tell one event from the next of the same kind. */
const TELLING = [
  ...['source', 'reason', 'trigger', 'prompt_id', 'turn_id', 'tool_use_id', 'timestamp'],
  // Not every version has the ids, and a turn that another hook keeps from ending ends more than once.
  ...['prompt', 'last_assistant_message', 'prompt_response'],
];

export function readEnvelope(payload: JsonObject): Envelope {
  const name = textAt(payload, 'hook_event_name');
  const session = textAt(payload, 'session_id');
  if (name === '' || session === '')
    throw new Failure('usage', 'the payload names no event or no session', {
      hint: 'A hook needs JSON with hook_event_name and session_id on its standard input.',
    });
  // A batch of tools has no id of its own, and two of them follow each other within moments.
  const tools = [payload['tool_input'], payload['tool_calls']].map((part) => JSON.stringify(part));
  const telling = [...TELLING.map((key) => textAt(payload, key)), ...tools];
  return {
    name,
    base: {
      session,
      identity: createHash('sha256')
        .update([name, session, ...telling].join('\n'))
        .digest('hex'),
      ...defined({ transcript: orAbsent(textAt(payload, 'transcript_path')), cwd: orAbsent(textAt(payload, 'cwd')) }),
    },
  };
}

function orAbsent(text: string): string | undefined {
  return text === '' ? undefined : text;
}

/** How an agent of the common form names its events and the tools that run commands. */
export interface Dialect {
  readonly events: Readonly<Record<string, Exclude<HookEventKind, 'context-threshold'>>>;
  readonly shells: readonly string[];
}

/** The events that nearly all of them have. */
export const commonEvents = {
  SessionStart: 'session-start',
  SessionEnd: 'session-end',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before-command',
  Stop: 'turn-end',
  PreCompact: 'before-compact',
} as const satisfies Dialect['events'];

/** The event in a payload of the common form; undefined when it is none of ours. */
export function parseCommon(payload: JsonObject, dialect: Dialect): HookEvent | undefined {
  const { name, base } = readEnvelope(payload);
  const kind = dialect.events[name];
  if (kind === undefined) return undefined;
  switch (kind) {
    case 'session-start':
      return { ...base, kind, source: startSource(payload) };
    case 'session-end':
      return { ...base, kind, reason: textAt(payload, 'reason'), ...defined({ decision: decisionIn(payload) }) };
    case 'before-command': {
      const command = commandIn(payload, dialect.shells);
      return command === undefined ? undefined : { ...base, kind, command };
    }
    case 'before-compact':
      return { ...base, kind, trigger: textAt(payload, 'trigger') === 'manual' ? 'manual' : 'auto' };
    case 'turn-end':
      return {
        ...base,
        kind,
        said: shortened(textAt(payload, 'last_assistant_message'), SAID),
        ...defined({ percent: numberAt(payload, 'context_percent') }),
      };
    case 'prompt':
    case 'tools-done': {
      // The context of a subagent is its own.
      if (textAt(payload, 'agent_id') !== '') return undefined;
      const percent = numberAt(payload, 'context_percent');
      return kind === 'tools-done'
        ? { ...base, kind, ...defined({ percent }) }
        : { ...base, kind, ...defined({ percent, whole: orAbsent(textAt(payload, 'whole_prompt')) }) };
    }
    case 'before-clear':
      return { ...base, kind };
  }
}

/** What the user answered to the question before a clear. */
function decisionIn(payload: JsonObject): Decision | undefined {
  const decisions: Readonly<Record<string, Decision>> = { y: 'save', n: 'leave' };
  return ownProperty(decisions, textAt(payload, 'decision'));
}

function startSource(payload: JsonObject): StartSource {
  const source = textAt(payload, 'source');
  return startSources.find((one) => one === source) ?? 'startup';
}

/** The command that a shell tool is about to run; undefined when it is another tool. */
function commandIn(payload: JsonObject, shells: readonly string[]): string | undefined {
  if (!shells.includes(textAt(payload, 'tool_name'))) return undefined;
  const { command } = objectAt(payload, 'tool_input');
  if (Array.isArray(command)) return command.join(' ');
  return typeof command === 'string' && command !== '' ? command : undefined;
}

/** The answer in the common JSON form; nothing to say is the empty object. */
export function commonAnswer(eventName: string | undefined, { context, notice }: HookAnswer): JsonObject {
  return defined({
    systemMessage: notice,
    ...(context === undefined || eventName === undefined
      ? {}
      : { hookSpecificOutput: { hookEventName: eventName, additionalContext: context } }),
  });
}

/** As output: an object without fields is better not printed where the agent takes plain text too. */
export function unlessEmpty(answer: JsonObject): string {
  return Object.keys(answer).length === 0 ? '' : `${JSON.stringify(answer)}\n`;
}
