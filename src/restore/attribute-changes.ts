import { join, posix } from 'node:path';
import type { Oid } from '../core/checkpoint.ts';
import { LINK, SUBMODULE } from '../core/tree-change.ts';
import { diskPath } from '../git/disk-path.ts';
import type { GitEngine } from '../git/engine.ts';
import { removeScratch, scratchPath } from '../local/scratch.ts';
import { isSameFile } from './same-file.ts';
import { isAtOrBelow, type Step } from './steps.ts';

/**
 * Files whose content stays but which other attributes write with other line ends or in another encoding. Only those are meant that
 * stand on the disk exactly as git would have written them, so that nothing is lost and undoing gives the same bytes.
 */
export async function findRewrites(
  engine: GitEngine,
  trees: { readonly from: Oid; readonly to: Oid },
  steps: readonly Step[],
): Promise<Step[]> {
  const attributes = steps.map(({ path }) => path).filter((path) => posix.basename(path) === '.gitattributes');
  if (attributes.length === 0) return [];
  const tops = attributes.map((path) => posix.dirname(path)).map((folder) => (folder === '.' ? '' : folder));
  const changing = new Set(steps.map(({ path }) => path));
  const files = (await engine.listTree(trees.to)).filter(
    ({ path, mode }) => mode !== LINK && mode !== SUBMODULE && !changing.has(path) && isAtOrBelow(path, tops),
  );
  const scratch = scratchPath(engine.place, 'restore-');
  const [before, after] = [join(scratch, 'before'), join(scratch, 'after')];
  try {
    const paths = files.map(({ path }) => path);
    await engine.worktree.checkoutFiles(trees.from, before, paths);
    await engine.worktree.checkoutFiles(trees.to, after, paths);
    const differing = files.filter(
      ({ path }) =>
        !isSameFile(diskPath(before, path), diskPath(after, path)) &&
        isSameFile(diskPath(before, path), diskPath(engine.place.root, path)),
    );
    return differing.map(({ path, mode, oid }) => ({
      action: 'rewrite',
      path,
      from: { mode, oid },
      to: { mode, oid },
    }));
  } finally {
    removeScratch(scratch);
  }
}
