import { readFileSync, readlinkSync } from 'node:fs';
import { LINK } from '../core/tree-change.ts';
import { diskPath, lstatIfThere, obstacleFinder } from '../git/disk-path.ts';
import type { Leaf } from '../git/edit-tree.ts';
import type { GitEngine } from '../git/engine.ts';
import { forbiddenAnywhere } from './forbidden-names.ts';
import type { Step } from './steps.ts';

/** Of the files to be created, those that stand there already just so, such as an ignored one that the checkpoint has too. */
export async function findAlreadyThere(engine: GitEngine, steps: readonly Step[]): Promise<Set<string>> {
  const { root } = engine.place;
  const obstacle = obstacleFinder(root);
  const candidates = steps.flatMap(({ action, path, to }) => {
    if (action !== 'create' || to === undefined || forbiddenAnywhere(path) || obstacle(path) !== undefined) return [];
    const there = lstatIfThere(diskPath(root, path));
    return there?.isFile() || there?.isSymbolicLink() ? [{ path, to }] : [];
  });
  const blobs = await engine.readObjects(candidates.map(({ to }) => to.oid));
  const same = candidates.filter(({ path, to }, at) => {
    const bytes = blobs[at]?.bytes;
    return bytes !== undefined && holds(diskPath(root, path), to, bytes);
  });
  return new Set(same.map(({ path }) => path));
}

function holds(path: string | Buffer, leaf: Leaf, bytes: Uint8Array): boolean {
  const there = lstatIfThere(path);
  if (there?.isSymbolicLink()) return leaf.mode === LINK && readlinkSync(path, { encoding: 'buffer' }).equals(bytes);
  if (!there?.isFile() || leaf.mode === LINK || there.size !== bytes.length) return false;
  const executable = (there.mode & 0o100) !== 0;
  return executable === (leaf.mode === '100755') && readFileSync(path).equals(bytes);
}
