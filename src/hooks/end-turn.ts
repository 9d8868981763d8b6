import type { HookAnswer } from '../agents/hook-event.ts';
import { saveBeside } from './save-beside.ts';
import type { EventOf, Scene } from './scene.ts';
import { recordNews } from './session.ts';

/** A turn is over: it is saved beside the agent, which goes on at once. */
export async function endTurn(scene: Scene<EventOf<'turn-end'>>): Promise<HookAnswer> {
  recordNews(scene, {});
  await saveBeside(scene, 0);
  return {};
}
