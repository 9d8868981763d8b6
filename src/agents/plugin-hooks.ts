import { defined } from '../core/defined.ts';
import type { AgentName } from './agent.ts';
import type { AgentHooks, HookEventKind } from './hook-event.ts';
import { commonAnswer, type Dialect, parseCommon } from './hook-payload.ts';

/** What our plugins call the events. */
const names = {
  'session-start': 'SessionStart',
  'session-end': 'SessionEnd',
  prompt: 'UserPromptSubmit',
  'before-command': 'PreToolUse',
  'tools-done': 'PostToolBatch',
  'turn-end': 'Stop',
  'before-compact': 'PreCompact',
  'before-clear': 'BeforeClear',
} as const satisfies Partial<Record<HookEventKind, string>>;

type PluginEvent = keyof typeof names;

/** What a plugin of ours can do in its agent. */
interface PluginAbilities {
  readonly agent: AgentName;
  readonly events: readonly PluginEvent[];
  /** Those at which it hands a text to the model. */
  readonly speaksAt: readonly PluginEvent[];
  /** Names of the tools that run commands. */
  readonly shells: readonly string[];
  /** The longest text that was seen to arrive whole, in UTF-16 units. */
  readonly chars: number;
  /** Milliseconds for which the agent waits at its end. */
  readonly endPatience: number;
}

/** The hooks of an agent that is served by a plugin: the form of payload and answer is ours. */
export function pluginHooks({ agent, events, speaksAt, shells, chars, endPatience }: PluginAbilities): AgentHooks {
  const dialect: Dialect = { events: Object.fromEntries(events.map((event) => [names[event], event])), shells };
  const speaking: ReadonlySet<string> = new Set(speaksAt);
  return {
    agent,
    room: { chars, parts: 1 },
    endPatience,
    speaksAt: (kind) => speaking.has(kind),
    showsAt: (kind) => kind !== 'session-end',
    parse: (payload) => parseCommon(payload, dialect),
    render: (event, { context, block, question, notice }) => {
      const name = event !== undefined && speaking.has(event.kind) ? names[event.kind as PluginEvent] : undefined;
      const said = commonAnswer(name, defined({ context, notice }));
      const stops = block === undefined ? {} : { decision: 'block', reason: block };
      return `${JSON.stringify(defined({ ...said, ...stops, question }))}\n`;
    },
  };
}

/** The names under which a plugin hands over its events. */
export function pluginEvents(events: readonly PluginEvent[]): readonly string[] {
  return events.map((event) => names[event]);
}
