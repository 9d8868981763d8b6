import type { Repository } from '../open/repository.ts';
import { hasJournal } from './journal.ts';

/** Whether a restore was cut off here, or is under way. Costs one look at the disk. */
export function isRestorePending({ engine }: Repository): boolean {
  return hasJournal(engine.place);
}
