import { pluginEvents, pluginHooks } from '../plugin-hooks.ts';

const events = [
  'session-start',
  'prompt',
  'before-command',
  'tools-done',
  'turn-end',
  'before-compact',
  'before-clear',
  'session-end',
] as const;

export const piEvents = pluginEvents(events);

export const piHooks = pluginHooks({
  agent: 'pi',
  events,
  speaksAt: ['session-start', 'prompt', 'tools-done'],
  shells: ['bash', 'powershell'],
  chars: 30_000,
  // Three seconds were waited for.
  endPatience: 2000,
});
