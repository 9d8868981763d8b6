import { pluginEvents, pluginHooks } from '../plugin-hooks.ts';

/** There is no event before a compaction and none at the end. */
const events = ['session-start', 'prompt', 'before-command', 'turn-end', 'session-end'] as const;

export const clineEvents = pluginEvents(events);

export const clineHooks = {
  ...pluginHooks({
    agent: 'cline',
    events,
    speaksAt: ['session-start', 'prompt'],
    shells: ['run_commands'],
    chars: 30_000,
    // The plugin tells of an end when the next session begins, and somebody waits for that.
    endPatience: 300,
  }),
  // Plugins have no place on the screen.
  showsAt: () => false,
  // Set by our plugin: it runs in a process of its own, which ends when nothing happens.
  processVariable: 'CLINE_PID',
};
