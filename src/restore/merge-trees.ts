import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import { foldersAbove } from '../git/disk-path.ts';
import { editTree, isSameLeaf, type Leaf, leavesOf } from '../git/edit-tree.ts';
import type { GitEngine } from '../git/engine.ts';

export interface MergeConflict {
  readonly path: string;
  /** `content`: marked in the file. All others: what is there now stays. */
  readonly why: 'content' | 'binary' | 'deleted-here' | 'deleted-there' | 'type' | 'folder';
}

interface MergedTree {
  readonly tree: Oid;
  readonly conflicts: readonly MergeConflict[];
}

interface MergeSides {
  readonly base: Oid;
  readonly ours: Oid;
  readonly theirs: Oid;
  readonly labels: { readonly base: string; readonly ours: string; readonly theirs: string };
}

interface LeafSides {
  readonly base: Leaf | undefined;
  readonly ours: Leaf | undefined;
  readonly theirs: Leaf | undefined;
}

type Resolution = { readonly leaf: Leaf | undefined; readonly conflict?: MergeConflict['why'] };

/** Brings what changed from base to theirs into ours, file by file, with git's own merge. What cannot be merged stays as ours. */
export async function mergeTrees(engine: GitEngine, sides: MergeSides): Promise<MergedTree> {
  const [theirs, ours] = await Promise.all([
    leaves(engine, sides.base, sides.theirs),
    leaves(engine, sides.base, sides.ours),
  ]);
  const edits = new Map<string, Leaf | undefined>();
  const conflicts: MergeConflict[] = [];
  for (const [path, { before: base, after }] of theirs) {
    const own = ours.get(path);
    const versions = { base, theirs: after, ours: own === undefined ? base : own.after };
    const { leaf, conflict } = await resolve(engine, versions, sides.labels);
    if (conflict !== undefined) conflicts.push({ path, why: conflict });
    if (!isSameLeaf(leaf, versions.ours)) edits.set(path, leaf);
  }
  const present = new Set((await engine.listTree(sides.ours)).map(({ path }) => path));
  for (const path of folderConflicts(present, edits)) {
    edits.delete(path);
    conflicts.push({ path, why: 'folder' });
  }
  return { tree: await editTree(engine, sides.ours, edits), conflicts };
}

async function leaves(engine: GitEngine, from: Oid, to: Oid) {
  const changes = from === to ? [] : await engine.diffTrees(from, to, { counts: false, renames: false });
  return new Map(
    changes.map((change) => {
      const [before, after] = leavesOf(change);
      return [change.path, { before, after }];
    }),
  );
}

async function resolve(engine: GitEngine, sides: LeafSides, labels: MergeSides['labels']): Promise<Resolution> {
  const { base, ours, theirs } = sides;
  if (isSameLeaf(ours, base)) return { leaf: theirs };
  if (isSameLeaf(ours, theirs)) return { leaf: ours };
  if (ours === undefined) return { leaf: theirs, conflict: 'deleted-here' };
  if (theirs === undefined) return { leaf: ours, conflict: 'deleted-there' };
  if (![ours, theirs, base].every((leaf) => leaf === undefined || leaf.mode.startsWith('100')))
    return { leaf: ours, conflict: 'type' };
  const mode = base !== undefined && ours.mode === base.mode ? theirs.mode : ours.mode;
  if (ours.oid === theirs.oid || theirs.oid === base?.oid) return { leaf: { mode, oid: ours.oid } };
  if (ours.oid === base?.oid) return { leaf: { mode, oid: theirs.oid } };
  const merged = await engine.worktree.mergeFile({
    base: base === undefined ? new Uint8Array() : await contentOf(engine, base.oid),
    ours: await contentOf(engine, ours.oid),
    theirs: await contentOf(engine, theirs.oid),
    labels,
  });
  if (merged.kind === 'binary') return { leaf: ours, conflict: 'binary' };
  const leaf = { mode, oid: await engine.writeObject('blob', merged.bytes) };
  return merged.conflicts === 0 ? { leaf } : { leaf, conflict: 'content' };
}

async function contentOf(engine: GitEngine, oid: Oid): Promise<Uint8Array> {
  const [object] = await engine.readObjects([oid]);
  if (object === undefined) throw new Failure('fatal', `object ${oid} is missing`);
  return object.bytes;
}

/** Files that cannot come because a file stands where their folder would be, or the other way round. */
function folderConflicts(present: ReadonlySet<string>, edits: ReadonlyMap<string, Leaf | undefined>): string[] {
  const staying = [...present].filter((path) => !(edits.has(path) && edits.get(path) === undefined));
  const files = new Set(staying);
  const folders = new Set(staying.flatMap(foldersAbove));
  const arriving = [...edits].filter(([, leaf]) => leaf !== undefined).map(([path]) => path);
  return arriving.filter((path) => folders.has(path) || foldersAbove(path).some((above) => files.has(above)));
}
