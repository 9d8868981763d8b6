import { readlinkSync } from 'node:fs';
import type { Oid } from '../core/checkpoint.ts';
import { diskPath, lstatIfThere, obstacleFinder } from '../git/disk-path.ts';
import type { GitEngine } from '../git/engine.ts';

/**
 * Writes objects again from the files of the working tree that hold their content. Damaged ones are set aside first, because git takes
 * them for written. The index may remember a file as stored, so taking it into a snapshot once more would not write it.
 */
export async function storeAgain(engine: GitEngine, lost: readonly Oid[], paths: readonly string[]): Promise<void> {
  const { root } = engine.place;
  await engine.setAsideDamaged(lost);
  const obstacle = obstacleFinder(root);
  const found = paths.flatMap((path) => {
    const stats = obstacle(path) === undefined ? lstatIfThere(diskPath(root, path)) : undefined;
    return stats === undefined ? [] : [{ path, stats }];
  });
  for (const { path, stats } of found)
    if (stats.isSymbolicLink())
      await engine.writeObject('blob', readlinkSync(diskPath(root, path), { encoding: 'buffer' }));
  const regular = found.filter(({ stats }) => stats.isFile()).map(({ path }) => path);
  await engine.worktree.storedIds(regular, { write: true });
}
