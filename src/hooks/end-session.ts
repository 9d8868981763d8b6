import type { HookAnswer } from '../agents/hook-event.ts';
import type { EventContext, EventOf } from './event-context.ts';
import { saveInBackground } from './save-in-background.ts';
import { updateSession } from './session.ts';

/** The session is over, or cleared: what it did is saved, by a process that needs not fit the agent's limit. */
export async function endSession(hook: EventContext<EventOf<'session-end'>>): Promise<HookAnswer> {
  const { event, hooks, world } = hook;
  updateSession(hook, { open: false, ended: world.now().toISOString(), reason: event.reason });
  await saveInBackground(hook, hooks.endPatience);
  // No agent shows what a hook says at this moment: the next start tells it.
  return {};
}
