import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import { checkpointNumber } from '../core/number.ts';
import type { SessionRecord } from '../local/session-record.ts';
import { isAlive, listSessions } from '../local/session-register.ts';
import { isForeign, readProvenance } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';
import { readCheckpoints } from '../store/load.ts';

/** The newest checkpoint of a line of work that no later session took up. */
export interface UnfinishedWork {
  readonly checkpoint: Checkpoint;
  /** Its session runs at this moment. */
  readonly isRunning: boolean;
}

/** More would be a list to read, not a reminder. */
const MAX_LINES = 4;

/** The unfinished lines of work of this worktree beside the one of a checkpoint, newest first. Sessions of the last week are known. */
export async function findUnfinishedWork(repository: Repository, taken: Checkpoint): Promise<UnfinishedWork[]> {
  const { place } = repository.engine;
  const here = listSessions(place).sessions.filter(({ worktree }) => worktree === place.root);
  const left = here.filter((session) => isLeft(session, here) && session.id !== taken.note.session?.id);
  const ofSession = new Map(left.map((session) => [session.checkpoint ?? 0, session]));
  const numbers = [...ofSession.keys()].filter((number) => number !== taken.number).sort((one, other) => other - one);
  const entries = await readCheckpoints(repository.engine, numbers.slice(0, MAX_LINES).map(checkpointNumber));
  const provenanceOf = await readProvenance(repository);
  return entries
    .filter((entry): entry is Checkpoint => !isDamaged(entry))
    .filter((checkpoint) => isUnfinished(checkpoint) && !isForeign(provenanceOf(checkpoint)))
    .map((checkpoint) => ({ checkpoint, isRunning: isAlive(ofSession.get(checkpoint.number)) }));
}

/** It saved something, and no session that went on from it did. */
function isLeft({ id, checkpoint }: SessionRecord, sessions: readonly SessionRecord[]): boolean {
  const isTakenUp = sessions.some(
    (later) =>
      later.id !== id && later.checkpoint !== undefined && [later.previousId, later.handed?.session].includes(id),
  );
  return checkpoint !== undefined && !isTakenUp;
}

/** Something was not committed, or was still to be done. */
function isUnfinished({ note }: Checkpoint): boolean {
  return note.totals.files > 0 || note.analysis.next_actions.length > 0 || note.analysis.blockers.length > 0;
}
