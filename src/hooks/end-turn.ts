import type { HookAnswer } from '../agents/hook-event.ts';
import type { EventContext, EventOf } from './event-context.ts';
import { saveInBackground } from './save-in-background.ts';
import { updateSession } from './session.ts';

/** A turn is over: it is saved beside the agent, which goes on at once. */
export async function endTurn(hook: EventContext<EventOf<'turn-end'>>): Promise<HookAnswer> {
  updateSession(hook, {});
  await saveInBackground(hook, 0);
  return {};
}
