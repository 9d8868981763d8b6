import type { HookAnswer } from '../agents/hook-event.ts';
import { endSession as endHeartbeat } from '../local/heartbeat.ts';
import { saveBeside } from './save-beside.ts';
import type { EventOf, Scene } from './scene.ts';
import { recordNews } from './session.ts';

/** The session is over, or cleared: what it did is saved, by a process that needs not fit the agent's limit. */
export async function endSession(scene: Scene<EventOf<'session-end'>>): Promise<HookAnswer> {
  const { event, hooks, place, world } = scene;
  recordNews(scene, { ended: world.now().toISOString(), reason: event.reason });
  endHeartbeat(place, event.session);
  await saveBeside(scene, hooks.endPatience);
  // No agent shows what a hook says at this moment: the next start tells it.
  return {};
}
