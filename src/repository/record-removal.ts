import { type Checkpoint, type DamagedCheckpoint, isDamaged } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { namedInLog, type OperationCheckpoint } from '../core/operation.ts';
import { recordOperation } from '../open/record-operation.ts';
import type { Repository } from '../open/repository.ts';
import type { Retainable } from './plan-retention.ts';

/** Writes to the log that checkpoints were removed; those in the trash can be brought back by undoing it. */
export async function recordRemoval(
  repository: Repository,
  removed: { readonly entries: readonly (Checkpoint | DamagedCheckpoint)[]; readonly inTrash: boolean },
): Promise<void> {
  const { entries, inTrash } = removed;
  if (entries.length === 0) return;
  const checkpoints = entries.map(named);
  await recordOperation(
    repository,
    defined({ kind: 'drop', checkpoints, effect: inTrash ? { kind: 'removed' as const } : undefined }),
  );
}

/** The log is short, and one entry must not push all others out: of more only some are named, and the trash has them all. */
const MAX_NAMED = 500;

/** Writes to the log that retention removed some, where somebody asked for it. */
export async function recordPrune(
  repository: Repository,
  removed: { readonly entries: readonly Retainable[]; readonly inTrash: boolean },
): Promise<void> {
  const { entries, inTrash } = removed;
  if (entries.length === 0) return;
  const some = entries.slice(-MAX_NAMED);
  const checkpoints = some.map(({ number, commit, summary }) => namedInLog({ number, commit, note: { summary } }));
  const isWhole = inTrash && some.length === entries.length;
  await recordOperation(repository, {
    kind: 'prune',
    checkpoints,
    ...(isWhole ? { effect: { kind: 'removed' } } : { about: `${entries.length} in all` }),
  });
}

function named(entry: Checkpoint | DamagedCheckpoint): OperationCheckpoint {
  return isDamaged(entry) ? { number: entry.number, commit: entry.commit } : namedInLog(entry);
}
