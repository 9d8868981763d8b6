import { listCrashed } from '../local/session-register.ts';
import { saveCrashed } from '../repository/recover.ts';
import type { EventContext } from './event-context.ts';

const MAX_CONCURRENT = 3;

/** Saves what sessions that died in this worktree left in it and in their transcripts, and closes their records. */
export async function recoverCrashed(hook: EventContext): Promise<void> {
  const { place, world } = hook;
  const crashed = listCrashed(place, world.now()).sessions.filter(({ worktree }) => worktree === place.root);
  for (const session of crashed.slice(-MAX_CONCURRENT)) {
    try {
      await saveCrashed(await hook.repository(), session);
    } catch (error) {
      // What cannot be recovered must not keep the new session from being resumed.
      hook.report('recover', error);
    }
  }
}
