import { endSession, type LiveSession, listUnended } from '../repository/heartbeat.ts';
import { saveSession } from './save-session.ts';
import type { Scene } from './scene.ts';

const MOST_AT_ONCE = 3;

/** Sessions of this worktree that began, never ended, and whose process is gone. */
export function findCrashed({ place, world }: Scene): LiveSession[] {
  const { sessions } = listUnended(place, world.now());
  return sessions.filter(({ worktree }) => worktree === place.root).slice(-MOST_AT_ONCE);
}

/** Saves what crashed sessions left in the working tree and in their transcripts. */
export async function recoverCrashed(scene: Scene, crashed: readonly LiveSession[]): Promise<void> {
  for (const { key, id, agent, transcript } of crashed) {
    const session = { agent, id, ...(transcript === undefined ? {} : { transcript }) };
    await saveSession(scene, { trigger: 'recover', session });
    // The crashed session may be the one that goes on now, under the same id.
    if (id !== scene.event.session) endSession(scene.place, key);
  }
}
