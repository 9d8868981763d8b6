import type { AgentHooks } from '../hook-event.ts';
import { pluginEvents, pluginHooks } from '../plugin-hooks.ts';
import type { OpenCodeName } from './names.ts';

const events = ['session-start', 'prompt', 'before-command', 'turn-end', 'before-compact', 'session-end'] as const;

export const openCodeEvents = pluginEvents(events);

function hooksFor(agent: OpenCodeName): AgentHooks {
  return pluginHooks({
    agent,
    events,
    speaksAt: ['session-start', 'prompt', 'before-compact'],
    shells: ['bash'],
    // As a part of the message.
    chars: 20_000,
    // Three seconds were waited for.
    endPatience: 2000,
  });
}

export const openCodeHooks = hooksFor('opencode');
export const kiloHooks = hooksFor('kilo');
