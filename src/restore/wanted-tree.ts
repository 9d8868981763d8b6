import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import { editTree, type Leaf } from '../git/edit-tree.ts';
import type { GitEngine } from '../git/engine.ts';
import { emptyTree } from '../git/hash.ts';
import { type MergeConflict, mergeTrees } from './merge-trees.ts';
import type { TargetTree } from './plan-target.ts';
import { isAtOrBelow } from './steps.ts';

interface WantedTree extends TargetTree {
  readonly conflicts: readonly MergeConflict[];
}

interface WantedTreeRequest {
  readonly checkpoint: Checkpoint;
  /** The working tree as it is. */
  readonly now: Oid;
  readonly paths?: readonly string[];
  readonly merge: boolean;
}

/** The tree that a restore leads to: the checkpoint's, or some paths of it, or the merge of it with what is there. */
export async function wantedTree(engine: GitEngine, request: WantedTreeRequest): Promise<WantedTree> {
  const { checkpoint, now, paths } = request;
  const unknown = new Set(checkpoint.note.skipped.map(({ path }) => path));
  const { tree, conflicts } = request.merge
    ? await merged(engine, checkpoint, now)
    : { tree: checkpoint.tree, conflicts: [] };
  if (paths === undefined) return { tree, conflicts, unknown };
  const limited = await withPathsOf(engine, now, { tree, paths });
  return { tree: limited, conflicts: conflicts.filter(({ path }) => isAtOrBelow(path, paths)), unknown };
}

function merged(engine: GitEngine, checkpoint: Checkpoint, now: Oid) {
  const labels = {
    ours: 'now',
    base: checkpoint.base === undefined ? 'nothing' : checkpoint.base.slice(0, 12),
    theirs: `checkpoint ${checkpoint.number}`,
  };
  const base = checkpoint.base ?? emptyTree(engine.objectFormat);
  return mergeTrees(engine, { base, ours: now, theirs: checkpoint.tree, labels });
}

/** A tree in which everything at and below the paths is as in another one. */
export async function withPathsOf(
  engine: GitEngine,
  into: Oid,
  source: { readonly tree: Oid; readonly paths: readonly string[] },
): Promise<Oid> {
  const { tree, paths } = source;
  const [there, here] = await Promise.all([engine.listTree(tree), engine.listTree(into)]);
  const missing = paths.find((path) => ![...there, ...here].some((entry) => isAtOrBelow(entry.path, [path])));
  if (missing !== undefined) {
    throw new Failure('fatal', `'${missing}' is neither in the checkpoint nor in the working tree`, {
      hint: 'Paths are taken literally, relative to where you are.',
    });
  }
  const edits = new Map<string, Leaf | undefined>();
  for (const { path } of here) if (isAtOrBelow(path, paths)) edits.set(path, undefined);
  for (const { path, mode, oid } of there) if (isAtOrBelow(path, paths)) edits.set(path, { mode, oid });
  return editTree(engine, into, edits);
}
