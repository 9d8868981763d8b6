import { defined } from '../core/defined.ts';
import { recordOperation } from '../open/record-operation.ts';
import type { Repository } from '../open/repository.ts';
import { completeJournal, type RestoreJournal } from './journal.ts';

/** Ends a restore that happened: from now on it can be undone, and the operation log has it. */
export async function completeRestore(
  repository: Repository,
  journal: RestoreJournal,
  summary?: string,
): Promise<void> {
  completeJournal(repository.engine.place);
  await recordOperation(
    repository,
    defined({
      kind: kindOf(journal),
      checkpoints: [defined({ number: journal.checkpoint.number, summary })],
      effect: { kind: 'restored', safety: journal.safety },
      of: journal.undoes,
    }),
  );
}

/** A restore that brought the conversation along is a rewind. */
function kindOf({ kind, sessions }: RestoreJournal): 'restore' | 'rewind' | 'undo' {
  if (kind !== 'restore') return 'undo';
  return sessions === undefined ? 'restore' : 'rewind';
}
