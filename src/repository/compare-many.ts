import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { TreeChange } from '../core/tree-change.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { DiffOptions, TreePair } from '../git/engine.ts';
import { emptyTree } from '../git/hash.ts';
import type { Repository } from '../open/repository.ts';

/** The tree of the commit that each checkpoint was made on; the empty one where there is none. */
export async function baseTrees({ engine }: Repository, checkpoints: readonly Checkpoint[]): Promise<Oid[]> {
  const bases = [...new Set(checkpoints.flatMap(({ base }) => base ?? []))];
  const commits = await engine.readObjects(bases);
  const trees = new Map(bases.map((base, at) => [base, parseCommit(commits[at]?.bytes ?? new Uint8Array())?.tree]));
  const empty = emptyTree(engine.objectFormat);
  return checkpoints.map(({ base }) => (base === undefined ? empty : (trees.get(base) ?? empty)));
}

/** What differs within each pair; undefined where a damaged tree cannot be read, which must not hide what the others changed. */
export async function diffEach(
  repository: Repository,
  pairs: readonly TreePair[],
  options: Pick<DiffOptions, 'counts'> = {},
): Promise<(readonly TreeChange[] | undefined)[]> {
  try {
    return [...(await repository.engine.diffTreePairs(pairs, options))];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (pairs.length <= 1) return pairs.map(() => undefined);
    const middle = pairs.length >> 1;
    return [
      ...(await diffEach(repository, pairs.slice(0, middle), options)),
      ...(await diffEach(repository, pairs.slice(middle), options)),
    ];
  }
}
