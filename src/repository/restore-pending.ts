import { hasJournal } from '../snapshot/restore-journal.ts';
import type { Repository } from './repository.ts';

/** Whether a restore was cut off here, or is under way. Costs one look at the disk. */
export function isRestorePending({ engine }: Repository): boolean {
  return hasJournal(engine.place);
}
