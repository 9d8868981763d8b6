import { Failure } from '../core/failure.ts';
import { SUBMODULE } from '../core/tree-change.ts';
import type { GitEngine } from '../git/engine.ts';
import { storeAgain } from '../snapshot/store-again.ts';
import { lookAtTrees } from '../store/lost-parts.ts';
import type { RestorePart } from './plan-files.ts';

/**
 * Reads everything back that a restore replaces or deletes, before it changes the first file: what the working tree has may be the only
 * good copy, also of a file that is as in HEAD. An object that is damaged is written again as long as its file is there.
 */
export async function proveSafety(
  engine: GitEngine,
  { now, steps }: Pick<RestorePart, 'now' | 'steps'>,
): Promise<void> {
  const files = steps.flatMap(({ path, from }) =>
    from === undefined || from.mode === SUBMODULE ? [] : [{ path, oid: from.oid }],
  );
  const lost = await engine.missingObjects(files.map(({ oid }) => oid));
  const again = files.filter(({ oid }) => lost.includes(oid)).map(({ path }) => path);
  if (lost.length > 0) await storeAgain(engine, lost, again);
  const still = new Set(await engine.missingObjects(lost));
  const trees = await lookAtTrees(engine, { tree: now.tree, paths: files.map(({ path }) => path) });
  if (still.size === 0 && trees.lost.length === 0) {
    await engine.flushToDisk(
      files.map(({ oid }) => oid),
      [],
    );
    return;
  }
  const file = files.find(({ oid }) => still.has(oid))?.path;
  throw new Failure('fatal', `cannot read back what was saved${file === undefined ? '' : ` of ${file}`}`, {
    hint: 'Nothing was restored. `git fsck` tells which objects are damaged.',
  });
}
