import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import { pathToBytes } from '../core/path-text.ts';
import type { TreeChange } from '../core/tree-change.ts';
import type { GitEngine } from './engine.ts';
import { readTrees, type TreeReader } from './read-trees.ts';
import { DIRECTORY, type RawEntry, renderTree } from './tree-bytes.ts';

/** A file of a tree: `100644`, `100755`, `120000` or `160000`, and what it holds. */
export interface Leaf {
  readonly mode: string;
  readonly oid: Oid;
}

/** What a path was and what it became; undefined on the side where it is not. */
export function leavesOf(change: TreeChange): readonly [old: Leaf | undefined, new: Leaf | undefined] {
  const leaf = (mode: string | undefined, oid: Oid | undefined) =>
    mode === undefined || oid === undefined ? undefined : { mode, oid };
  return [leaf(change.oldMode, change.oldOid), leaf(change.newMode, change.newOid)];
}

export function isSameLeaf(one: Leaf | undefined, other: Leaf | undefined): boolean {
  return one?.oid === other?.oid && one?.mode === other?.mode;
}

export type TreeWriter = TreeReader & Pick<GitEngine, 'writeObject'>;

/** What is left of a path at one depth, as latin1 bytes, and what comes there; undefined takes it away. */
type Edit = readonly [path: string, leaf: Leaf | undefined];

/** A tree with files set or taken away; everything else stays. Folders that become empty go, files in the way of a folder too. */
export async function editTree(
  writer: TreeWriter,
  tree: Oid | undefined,
  edits: ReadonlyMap<string, Leaf | undefined>,
): Promise<Oid> {
  if (edits.size === 0 && tree !== undefined) return tree;
  const named = [...edits].map(([path, leaf]): Edit => [Buffer.from(pathToBytes(path)).toString('latin1'), leaf]);
  return writer.writeObject('tree', renderTree(await editLevel(writer, tree, named)));
}

async function editLevel(writer: TreeWriter, tree: Oid | undefined, edits: readonly Edit[]): Promise<RawEntry[]> {
  const found = tree === undefined ? undefined : (await readTrees(writer, [tree])).get(tree);
  if (tree !== undefined && found === undefined) throw new Failure('fatal', `tree ${tree} is missing`);
  const entries = new Map(found);
  const below = new Map<string, Edit[]>();
  for (const [path, leaf] of edits) {
    const slash = path.indexOf('/');
    if (slash >= 0) {
      const folder = path.slice(0, slash);
      const inside = below.get(folder) ?? [];
      inside.push([path.slice(slash + 1), leaf]);
      below.set(folder, inside);
    } else if (leaf !== undefined) entries.set(path, { ...leaf, name: path });
    else if (entries.get(path)?.mode !== DIRECTORY) entries.delete(path);
  }
  for (const [folder, inside] of below) await editFolder(writer, entries, { folder, inside });
  return [...entries.values()];
}

async function editFolder(
  writer: TreeWriter,
  entries: Map<string, RawEntry>,
  { folder, inside }: { readonly folder: string; readonly inside: readonly Edit[] },
): Promise<void> {
  const there = entries.get(folder);
  const isFolder = there?.mode === DIRECTORY;
  // Taking away what is below a file changes nothing.
  if (!isFolder && inside.every(([, leaf]) => leaf === undefined)) return;
  const edited = await editLevel(writer, isFolder ? there.oid : undefined, inside);
  if (edited.length === 0) entries.delete(folder);
  else
    entries.set(folder, { mode: DIRECTORY, name: folder, oid: await writer.writeObject('tree', renderTree(edited)) });
}
