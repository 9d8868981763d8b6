import type { GitEngine } from '../git/engine.ts';
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
  const [[files = 0, conversations = 0, notes = 0, trash = 0], { remove, frees }] = await Promise.all([
    bytesOfEach(engine, [CHECKPOINTS, CONVERSATIONS, NOTES, TRASH]),
    prune(repository, { dryRun: true }),
  ]);
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

/** Of each part what the ones before it, and the user's work, do not hold; one after the other, for each takes memory. */
async function bytesOfEach(engine: GitEngine, parts: readonly string[]): Promise<number[]> {
  const bytes: number[] = [];
  for (const [at, part] of parts.entries()) {
    const isThere = part === NOTES || (await engine.listRefs(part)).length > 0;
    bytes.push(isThere ? await engine.bytesBeyond([part], [...OF_THE_USER, ...parts.slice(0, at)]) : 0);
  }
  return bytes;
}
