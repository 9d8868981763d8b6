import { describeError, Failure } from '../core/failure.ts';
import type { SessionRef } from '../core/session.ts';
import type { Repository } from '../open/repository.ts';
import { completeRestore } from './complete-restore.ts';
import { endAll } from './end-all.ts';
import type { EndedRestore } from './end-restore.ts';
import { takeOver, whileHolding } from './holder.ts';
import { dropJournal, type NamedCheckpoint, type RestoreJournal } from './journal.ts';

/** How a restore that was cut off came to its end. */
export interface Recovery extends EndedRestore {
  readonly end: 'finished' | 'taken-back';
  readonly kind: RestoreJournal['kind'];
  readonly checkpoint: NamedCheckpoint;
  readonly safety: NamedCheckpoint;
  /** The session that fits the files as they are now. */
  readonly session?: SessionRef;
}

/** Ends a restore whose process died. It is finished, unless it is to be undone or cannot be finished; then it is taken back. */
export async function recoverRestore(
  repository: Repository,
  mode: 'finish' | 'take-back' = 'finish',
): Promise<Recovery | undefined> {
  const journal = await takeOver(repository.engine.place, repository.world);
  if (journal === undefined) return undefined;
  return whileHolding(repository.engine.place, () => finishOrTakeBack(repository, journal, mode));
}

async function finishOrTakeBack(
  repository: Repository,
  journal: RestoreJournal,
  mode: 'finish' | 'take-back',
): Promise<Recovery> {
  if (mode === 'take-back') return takeBack(repository, journal);
  try {
    return await finish(repository, journal);
  } catch (cause) {
    try {
      return await takeBack(repository, journal);
    } catch (second) {
      throw new Failure(
        'fatal',
        `the restore of checkpoint ${journal.checkpoint.number} was cut off and can be neither finished (${describeError(cause)}) nor taken back (${describeError(second)})`,
        {
          hint: `Checkpoint ${journal.safety.number} holds what was there before. When the cause is gone, any git checkpoint command goes on.`,
          cause,
        },
      );
    }
  }
}

async function finish(repository: Repository, journal: RestoreJournal): Promise<Recovery> {
  const { engine } = repository;
  const ended = await endAll(engine, journal, 'new');
  if (journal.index !== undefined) await engine.worktree.writeIndex(journal.index.to);
  await completeRestore(repository, journal);
  return { ...ended, end: 'finished', ...named(journal), ...fitting(journal.sessions?.after) };
}

async function takeBack({ engine }: Repository, journal: RestoreJournal): Promise<Recovery> {
  const ended = await endAll(engine, journal, 'old');
  if (journal.index !== undefined) await engine.worktree.writeIndex(journal.index.from);
  dropJournal(engine.place);
  return { ...ended, end: 'taken-back', ...named(journal), ...fitting(journal.sessions?.before) };
}

function named({ kind, checkpoint, safety }: RestoreJournal) {
  return { kind, checkpoint, safety };
}

function fitting(session: SessionRef | undefined): { readonly session?: SessionRef } {
  return session === undefined ? {} : { session };
}
