import type { GitEngine } from '../git/engine.ts';
import { countLoose, sizeOfObjects } from '../git/loose-count.ts';
import type { Repository } from '../open/repository.ts';
import { CHECKPOINTS, CONVERSATIONS, NESTED, NOTE_TRASH, NOTES, TRASH } from '../store/refs.ts';
import { readTrashedHoldings } from '../store/trash.ts';
import { visitNested } from '../store/visit-nested.ts';
import { budgetOf, OF_THE_USER } from './budget.ts';
import { prune } from './prune.ts';
import { readRetainables } from './read-retainables.ts';

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
    /** In the object stores of repositories inside of the working tree. */
    readonly nested: number;
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
  const counting = bytesOfEach(engine, [CHECKPOINTS, CONVERSATIONS, NOTES, TRASH]);
  const pruning = readRetainables(repository).then(async (all) => ({
    ...(await prune(repository, { dryRun: true, all })),
    paths: all.flatMap(({ nested = [] }) => nested),
  }));
  const [[files = 0, conversations = 0, notes = 0, trash = 0], { remove, frees, paths }] = await Promise.all([
    counting,
    pruning,
  ]);
  return {
    checkpoints: (await engine.listRefs(CHECKPOINTS)).length,
    trashed: (await engine.listRefs(TRASH)).filter(({ ref }) => !ref.startsWith(NOTE_TRASH)).length,
    bytes: { files, conversations, notes, trash, nested: await bytesInside(engine, paths) },
    looseObjects: countLoose(engine.place.commonDir),
    repository: sizeOfObjects(engine.place.commonDir),
    budget: await budgetOf(repository),
    prunable: { checkpoints: remove.length, bytes: frees },
  };
}

/** What nested repositories hold for checkpoints; one that is shared by several worktrees counts once. */
async function bytesInside(engine: GitEngine, paths: readonly string[]): Promise<number> {
  const bytes = new Map<string, number>();
  const trashed = (await readTrashedHoldings(engine)).flatMap(({ nested = [] }) => nested.map(({ path }) => path));
  await visitNested(engine, new Set([...paths, ...trashed]), async (nested) => {
    bytes.set(nested.place.commonDir, await nested.bytesBeyond([NESTED], OF_THE_USER));
  });
  return [...bytes.values()].reduce((sum, size) => sum + size, 0);
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
