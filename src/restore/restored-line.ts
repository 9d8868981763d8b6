import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import { checkpointNumber } from '../core/number.ts';
import { readProvenance } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';
import { readCheckpoints } from '../store/load.ts';
import { listNumbers } from '../store/state.ts';
import { type NamedCheckpoint, readLineAfterRestore } from './journal.ts';

/** What the working tree was put back to. */
interface RestoredLine {
  readonly checkpoint: Checkpoint;
  /** Of the user's own, or of somebody whose words may be taken up unasked. */
  readonly trusted: boolean;
}

/**
 * The checkpoint that the line of work goes on from, when the newest one is what the last restore here saved before it began: that one
 * holds what the user went away from. Undefined when there was no restore, when something was saved since, and when only some paths
 * were restored or merged.
 */
export async function findRestoredLine(repository: Repository, newest: Checkpoint): Promise<RestoredLine | undefined> {
  if (newest.note.trigger !== 'restore') return undefined;
  const last = readLineAfterRestore(repository.engine.place);
  if (last?.goesOn === undefined || last.safety.uid !== newest.note.uid) return undefined;
  const checkpoint = await findJournaled(repository, last.goesOn);
  return checkpoint && { checkpoint, trusted: (await readProvenance(repository))(checkpoint).trusted };
}

/** A checkpoint that a journal names, also when its number has changed since. */
export async function findJournaled(
  { engine }: Repository,
  { number, uid }: NamedCheckpoint,
): Promise<Checkpoint | undefined> {
  const find = async (numbers: readonly number[]) =>
    (await readCheckpoints(engine, numbers.map(checkpointNumber))).find(
      (entry): entry is Checkpoint => !isDamaged(entry) && entry.note.uid === uid,
    );
  return (await find([number])) ?? (await find(await listNumbers(engine)));
}
