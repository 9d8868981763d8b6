import type { HookAnswer } from '../agents/hook-event.ts';
import { writeContextReport } from '../local/context-reports.ts';
import type { EventContext, EventOf } from './event-context.ts';
import { saveInBackground } from './save-in-background.ts';
import { updateSession } from './session.ts';

/** Which event does what. An agent waits for each of them: no more is loaded than the one needs. */
export async function handle(hook: EventContext): Promise<HookAnswer> {
  const { event } = hook;
  switch (event.kind) {
    case 'session-start':
      return (await import('./start-session.ts')).startSession({ ...hook, event });
    case 'session-end':
      return endSession({ ...hook, event });
    case 'prompt':
    case 'tools-done':
      return (await import('./submit-prompt.ts')).submitPrompt({ ...hook, event });
    case 'context-threshold':
      return (await import('./watch-context.ts')).watchContext({ ...hook, event });
    case 'before-command':
      return (await import('./before-command.ts')).beforeCommand({ ...hook, event });
    case 'before-clear':
      return (await import('./before-clear.ts')).beforeClear({ ...hook, event });
    case 'turn-end':
      return endTurn({ ...hook, event });
    case 'before-compact':
      return (await import('./before-compact.ts')).beforeCompact({ ...hook, event });
  }
}

/** A turn is over: a process of its own saves it, and the agent goes on at once. */
async function endTurn(hook: EventContext<EventOf<'turn-end'>>): Promise<HookAnswer> {
  const { event, place, world } = hook;
  // The next prompt looks at it.
  if (event.percent !== undefined)
    writeContextReport(place, event.session, { percent: Math.floor(event.percent), at: world.now().getTime() });
  updateSession(hook, {});
  await saveInBackground(hook, 0);
  return {};
}

/** The session is over, or cleared. No agent shows what a hook answers now: the next start reports what was saved. */
async function endSession(hook: EventContext<EventOf<'session-end'>>): Promise<HookAnswer> {
  const { event, hooks, world } = hook;
  updateSession(hook, { open: false, ended: world.now().toISOString(), reason: event.reason });
  await saveInBackground(hook, hooks.endPatience);
  return {};
}
