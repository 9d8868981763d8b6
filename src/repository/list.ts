import { type Checkpoint, type DamagedCheckpoint, isDamaged } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import { readProvenance } from '../open/provenance.ts';
import type { Repository } from '../open/repository.ts';
import { newestNumbers, newestRefs } from '../store/find.ts';
import { refsAreGone } from '../store/lost-refs.ts';
import type { Reading } from '../store/note-text.ts';
import { readInChunks } from '../store/read-in-chunks.ts';
import type { CheckpointRef } from '../store/state.ts';
import { type CheckpointFilter, filterTest, isFiltered } from './checkpoint-filter.ts';

interface ListOptions extends CheckpointFilter {
  readonly limit?: number;
  /** Only numbers below this one. */
  readonly before?: number;
  /** Without the larger part of the notes. */
  readonly briefly?: Reading['briefly'];
}

type Entry = Checkpoint | DamagedCheckpoint;

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
  const [refs, provenanceOf] = await Promise.all([refsBelow(repository, options), readProvenance(repository)]);
  let left = limit;
  if (left <= 0) return;
  for await (const entries of readInChunks(repository.engine, refs, { briefly })) {
    const wanted = entries.filter(isWanted).slice(0, left);
    left -= wanted.length;
    yield wanted.map((entry) => (isDamaged(entry) ? entry : { ...entry, provenance: provenanceOf(entry) }));
    if (left <= 0) return;
  }
}

async function refsBelow({ engine }: Repository, options: ListOptions): Promise<readonly CheckpointRef[]> {
  const { before, limit = Number.MAX_SAFE_INTEGER } = options;
  const most = isFiltered(options) ? Number.MAX_SAFE_INTEGER : limit;
  if (before === undefined) return newestRefs(engine, most);
  const all = await newestRefs(engine, Number.MAX_SAFE_INTEGER);
  return all.filter(({ number }) => number < before).slice(0, most);
}

/** Fails where there is no checkpoint because the refs of all were lost. */
export async function refuseLost({ engine }: Repository): Promise<void> {
  if (!(await refsAreGone(engine))) return;
  throw new Failure('fatal', 'the refs of the checkpoints are gone', {
    hint: '`git checkpoint doctor --repair` finds the checkpoints again whose objects are there.',
  });
}

/** How many checkpoints there are. */
export async function countCheckpoints({ engine }: Repository): Promise<number> {
  return (await newestNumbers(engine, Number.MAX_SAFE_INTEGER)).length;
}
