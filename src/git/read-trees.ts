import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine } from './engine.ts';
import { parseTree, type RawEntry } from './tree-bytes.ts';

/** Trees that were read, by their ids: they never change. */
export type KnownTrees = Map<Oid, ReadonlyMap<string, RawEntry>>;

export interface TreeReader extends Pick<GitEngine, 'readObjects' | 'objectFormat'> {
  /** Trees that are asked for again and again stay here; without it each is read anew. */
  readonly known?: KnownTrees;
}

/** The entries of trees by their names; a tree that is missing is left out. */
export async function readTrees(reader: TreeReader, trees: readonly Oid[]): Promise<KnownTrees> {
  const found: KnownTrees = new Map();
  const unknown = trees.filter((tree) => {
    const entries = reader.known?.get(tree);
    if (entries !== undefined) found.set(tree, entries);
    return entries === undefined;
  });
  const objects = await reader.readObjects(unknown);
  for (const [at, tree] of unknown.entries()) {
    const object = objects[at];
    if (object?.type !== 'tree') continue;
    const parsed = parseTree(object.bytes, reader.objectFormat === 'sha1' ? 40 : 64);
    const entries = new Map(parsed.map((entry) => [entry.name, entry]));
    found.set(tree, entries);
    reader.known?.set(tree, entries);
  }
  return found;
}
