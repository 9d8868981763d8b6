import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import { checkpointNumber } from '../core/number.ts';
import type { SessionRecord } from '../local/session-record.ts';
import { findSession, type RegisterPaths } from '../local/session-register.ts';
import type { Repository } from '../open/repository.ts';
import { readCheckpoints } from '../store/load.ts';

const MAX_STEPS = 8;

/**
 * The last checkpoint that held work of a session, on the line of a checkpoint. One that was saved at the end of a session in which
 * nothing was done since the last turn may hold what somebody did by hand: a reset, a stash, another branch. What changed is told
 * against the session's own work, or it would never be told.
 */
export async function findLastWork(repository: Repository, checkpoint: Checkpoint): Promise<Checkpoint> {
  const number = workBefore(repository.engine.place, checkpoint);
  if (number === undefined || number >= checkpoint.number) return checkpoint;
  const [work] = await readCheckpoints(repository.engine, [checkpointNumber(number)]);
  // Pruned since, or damaged: then the checkpoint itself is all there is to compare with.
  return work === undefined || isDamaged(work) ? checkpoint : work;
}

/** Sessions in which nothing was done lead to the one before. */
function workBefore(place: RegisterPaths, { note, number }: Checkpoint): number | undefined {
  let session: SessionRecord['handed'] = note.session && { agent: note.session.agent, session: note.session.id };
  for (let step = 0; step < MAX_STEPS && session?.session !== undefined; step += 1) {
    const record = findSession(place, { agent: session.agent ?? '', key: session.session });
    if (record?.work !== undefined) return record.work.checkpoint;
    if (record === undefined || record.prompts > 0) return number;
    session = record.handed;
  }
  return undefined;
}
