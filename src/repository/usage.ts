import { countLoose, sizeOfObjects } from '../git/loose-count.ts';
import type { Repository } from '../open/repository.ts';
import { CHECKPOINTS, CONVERSATIONS, NOTE_TRASH, NOTES, TRASH } from '../store/refs.ts';
import { budgetOf, OF_THE_USER } from './budget.ts';
import { prune } from './prune.ts';

/** What the checkpoints take of the disk, and what it is for. */
export interface Usage {
  readonly checkpoints: number;
  /** In the trash. */
  readonly trashed: number;
  /** Bytes of the disk; each part without what the ones before it, or work of the user's, hold anyway. */
  readonly bytes: {
    readonly files: number;
    readonly conversations: number;
    readonly notes: number;
    readonly trash: number;
  };
  readonly looseObjects: number;
  /** All objects of the repository, the user's as well. */
  readonly repository: number;
  /** What files and conversations may take together before the oldest automatic checkpoints go. */
  readonly budget: number;
  /** What `prune` would remove now, and the bytes that only those hold. */
  readonly prunable: { readonly checkpoints: number; readonly bytes: number };
}

/** Counts what the checkpoints take. */
export async function usage(repository: Repository): Promise<Usage> {
  const { engine } = repository;
  const parts = [CHECKPOINTS, CONVERSATIONS, NOTES, TRASH];
  const bytes: number[] = [];
  for (const [at, part] of parts.entries())
    bytes.push(await engine.bytesBeyond([part], [...OF_THE_USER, ...parts.slice(0, at)]));
  const { remove, frees } = await prune(repository, { dryRun: true });
  const [files = 0, conversations = 0, notes = 0, trash = 0] = bytes;
  return {
    checkpoints: (await engine.listRefs(CHECKPOINTS)).length,
    trashed: (await engine.listRefs(TRASH)).filter(({ ref }) => !ref.startsWith(NOTE_TRASH)).length,
    bytes: { files, conversations, notes, trash },
    looseObjects: countLoose(engine.place.commonDir),
    repository: sizeOfObjects(engine.place.commonDir),
    budget: await budgetOf(repository),
    prunable: { checkpoints: remove.length, bytes: frees },
  };
}
