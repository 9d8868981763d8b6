import { type Checkpoint, type DamagedCheckpoint, isDamaged } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { KnownTrees } from '../git/read-trees.ts';
import { readProvenance } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';
import { newestNumbers } from '../store/find.ts';
import { readCheckpoints } from '../store/load.ts';
import { readState } from '../store/state.ts';
import { type CheckpointFilter, filterTest, isFiltered } from './checkpoint-filter.ts';

export interface ListOptions extends CheckpointFilter {
  readonly limit?: number;
  /** Only numbers below this one. */
  readonly before?: number;
  /** Without what names files one by one. */
  readonly briefly?: boolean;
}

type Entry = Checkpoint | DamagedCheckpoint;

/** Few at first, because somebody may look at the first page only; then as many as are read quickly in one go. */
const FIRST = 64;
const CHUNK = 384;

/** Checkpoints, newest first. A damaged one is listed with what is wrong and hides no other. */
export async function list(repository: Repository, options: ListOptions = {}): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const chunk of listInChunks(repository, options)) entries.push(...chunk);
  return entries;
}

/** The same, read as far as somebody asks for more. */
export async function* listInChunks(repository: Repository, options: ListOptions = {}): AsyncGenerator<Entry[]> {
  const { limit = Number.MAX_SAFE_INTEGER, briefly = false } = options;
  const isWanted = filterTest(options);
  const [numbers, provenanceOf] = await Promise.all([numbersBelow(repository, options), readProvenance(repository)]);
  const noteTrees: KnownTrees = new Map();
  const state = await readState(repository.engine);
  let left = limit;
  for (let at = 0, size = FIRST; at < numbers.length && left > 0; at += size, size = CHUNK) {
    const entries = await readCheckpoints(repository.engine, numbers.slice(at, at + size), {
      briefly,
      state,
      noteTrees,
    });
    const wanted = entries.filter(isWanted).slice(0, left);
    left -= wanted.length;
    yield wanted.map((entry) => (isDamaged(entry) ? entry : { ...entry, provenance: provenanceOf(entry) }));
  }
}

async function numbersBelow({ engine }: Repository, options: ListOptions): Promise<readonly CheckpointNumber[]> {
  const { before, limit = Number.MAX_SAFE_INTEGER } = options;
  const most = isFiltered(options) ? Number.MAX_SAFE_INTEGER : limit;
  if (before === undefined) return newestNumbers(engine, most);
  const all = await newestNumbers(engine, Number.MAX_SAFE_INTEGER);
  return all.filter((number) => number < before).slice(0, most);
}

/** How many checkpoints there are. */
export async function countCheckpoints({ engine }: Repository): Promise<number> {
  return (await newestNumbers(engine, Number.MAX_SAFE_INTEGER)).length;
}
