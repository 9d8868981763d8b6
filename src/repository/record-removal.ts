import { type Checkpoint, type DamagedCheckpoint, isDamaged } from '../core/checkpoint.ts';
import { namedInLog, type OperationCheckpoint } from '../core/operation.ts';
import { recordOperation } from '../open/record-operation.ts';
import type { Repository } from '../open/repository.ts';

/** Writes to the log that checkpoints were removed; those in the trash can be brought back by undoing it. */
export async function recordRemoval(
  repository: Repository,
  kind: 'drop' | 'prune',
  removed: { readonly entries: readonly (Checkpoint | DamagedCheckpoint)[]; readonly inTrash: boolean },
): Promise<void> {
  const { entries, inTrash } = removed;
  if (entries.length === 0) return;
  const checkpoints = entries.map(named);
  await recordOperation(repository, { kind, checkpoints, ...(inTrash ? { effect: { kind: 'removed' } } : {}) });
}

function named(entry: Checkpoint | DamagedCheckpoint): OperationCheckpoint {
  return isDamaged(entry) ? { number: entry.number, commit: entry.commit } : namedInLog(entry);
}
