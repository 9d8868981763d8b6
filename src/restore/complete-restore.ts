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
      kind: journal.kind === 'restore' ? 'restore' : 'undo',
      checkpoints: [defined({ number: journal.checkpoint.number, summary })],
      effect: { kind: 'restored', safety: journal.safety },
      of: journal.undoes,
    }),
  );
}
