import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { GitEngine } from '../git/engine.ts';
import { emptyTree } from '../git/hash.ts';
import type { FilesSnapshot } from '../snapshot/snapshot-of-files.ts';
import { withPathsOf } from './wanted-tree.ts';

/** What becomes of the user's index. */
export type IndexPlan =
  | { readonly kind: 'write'; readonly from: Oid; readonly to: Oid }
  /** The checkpoint has no index of its own: it was the same as its commit or its files. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'none' };

interface IndexRequest {
  readonly checkpoint: Checkpoint;
  readonly now: FilesSnapshot;
  readonly paths?: readonly string[];
}

/** Plans how the index of a checkpoint comes back. */
export async function planIndex(engine: GitEngine, request: IndexRequest): Promise<IndexPlan> {
  const { checkpoint, now, paths } = request;
  if (checkpoint.index === undefined) return { kind: 'absent' };
  const from = await currentIndex(engine, now);
  const tree = await treeOf(engine, checkpoint.index);
  const to = paths === undefined ? tree : await withPathsOf(engine, from, { tree, paths });
  return from === to ? { kind: 'none' } : { kind: 'write', from, to };
}

/** The tree in the user's index. A snapshot names it only when it is neither HEAD's nor the snapshot's own. */
export async function currentIndex(engine: GitEngine, now: FilesSnapshot): Promise<Oid> {
  if (now.indexTree !== undefined) return now.indexTree;
  const staged = now.status.entries.some(({ kind, staged }) => kind === 'tracked' && staged !== '.');
  if (staged) return now.tree;
  return now.status.head === undefined ? emptyTree(engine.objectFormat) : treeOf(engine, now.status.head);
}

/** The tree of a commit. */
export async function treeOf(engine: GitEngine, commit: Oid): Promise<Oid> {
  const [tree] = await engine.readObjects([`${commit}^{tree}`]);
  if (tree === undefined) throw new Failure('fatal', `the tree of commit ${commit} is missing`);
  return tree.oid;
}
