import type { Checkpoint } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { type Repository, signature } from '../open/repository.ts';
import { bringBack } from '../store/bring-back.ts';
import { loadCheckpoint } from '../store/load.ts';
import { readTrash, type TrashedCheckpoint } from '../store/trash.ts';

/** Removed checkpoints that can be brought back, the last removed first. */
export function listTrash({ engine }: Repository): Promise<TrashedCheckpoint[]> {
  return readTrash(engine);
}

/** Brings the checkpoint that last had this number back from the trash. */
export async function bringBackCheckpoint(repository: Repository, number: CheckpointNumber): Promise<Checkpoint> {
  const { engine } = repository;
  const trashed = (await readTrash(engine)).find((entry) => entry.number === number);
  if (trashed === undefined) throw new Failure('no', `checkpoint ${number} is not in the trash`);
  await bringBack(engine, trashed, await signature(repository));
  return loadCheckpoint(engine, number);
}
