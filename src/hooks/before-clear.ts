import type { HookAnswer } from '../agents/hook-event.ts';
import { listJobs } from '../local/jobs.ts';
import type { EventContext, EventOf } from './event-context.ts';
import { runJobs } from './run-jobs.ts';
import { sessionOf } from './session.ts';
import { changeSinceLast } from './unsaved-warning.ts';

/** The save of the last turn may be under way: nobody is asked about what it holds. */
const SAVING_PATIENCE_MS = 4000;

/** In prompt mode, the question that the agent asks before it clears a session with unsaved work. */
export async function beforeClear(hook: EventContext<EventOf<'before-clear'>>): Promise<HookAnswer> {
  const { autoCheckpointOnClear, verifyBeforeClear } = await hook.config();
  // Where nobody typed anything, what the working tree holds is not the work of this session.
  if (autoCheckpointOnClear !== 'prompt' || sessionOf(hook).prompts === 0) return {};
  if (listJobs(hook.place).length > 0) await runJobs(hook, SAVING_PATIENCE_MS);
  const changed = await changeSinceLast(hook);
  if (changed === undefined && verifyBeforeClear) return {};
  const question = 'Save a checkpoint before clearing?';
  return { question: changed === undefined ? question : `${changed}\n${question}` };
}
