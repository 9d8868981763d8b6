import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine } from './engine.ts';
import { parseTree, type RawEntry } from './tree-bytes.ts';

export type TreeReader = Pick<GitEngine, 'readObjects' | 'objectFormat'>;

/** The entries of trees by their names; a tree that is missing is left out. */
export async function readTrees(
  reader: TreeReader,
  trees: readonly Oid[],
): Promise<Map<Oid, ReadonlyMap<string, RawEntry>>> {
  const objects = await reader.readObjects(trees);
  const found = new Map<Oid, ReadonlyMap<string, RawEntry>>();
  for (const [at, tree] of trees.entries()) {
    const object = objects[at];
    if (object?.type !== 'tree') continue;
    const entries = parseTree(object.bytes, reader.objectFormat === 'sha1' ? 40 : 64);
    found.set(tree, new Map(entries.map((entry) => [entry.name, entry])));
  }
  return found;
}
