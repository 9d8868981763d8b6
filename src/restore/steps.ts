import { defined } from '../core/defined.ts';
import type { TreeChange } from '../core/tree-change.ts';
import { type Leaf, leavesOf } from '../git/edit-tree.ts';

/** One thing that a restore does. */
export interface Step {
  /** `rewrite`: the content stays, but other attributes give it other line ends or another encoding. */
  readonly action: 'create' | 'overwrite' | 'delete' | 'mode' | 'type' | 'rewrite';
  readonly path: string;
  /** As it is captured now; absent where nothing is, or where it was not captured and the user said to go on. */
  readonly from?: Leaf;
  /** What comes there; absent when the path goes. */
  readonly to?: Leaf;
  /** Lines that come and go, where they can be counted. */
  readonly added?: number;
  readonly removed?: number;
  /** What no commit has and the step takes away: edits of a tracked file, or an untracked file. */
  readonly loses?: 'edits' | 'untracked';
}

/** Turns the differences between what is there and what is wanted into steps, in the order of paths. */
export function planSteps(changes: readonly TreeChange[]): Step[] {
  return changes.map((change) => {
    const [from, to] = leavesOf(change);
    const { path, added, removed } = change;
    return defined({ action: actionOf(from, to), path, from, to, added, removed });
  });
}

function actionOf(from: Leaf | undefined, to: Leaf | undefined): Step['action'] {
  if (to === undefined) return 'delete';
  if (from === undefined) return 'create';
  if (from.mode.slice(0, 3) !== to.mode.slice(0, 3)) return 'type';
  return from.oid === to.oid ? 'mode' : 'overwrite';
}

/** Whether a path is one of these or lies below one of them. */
export function isAtOrBelow(path: string, tops: readonly string[]): boolean {
  return tops.some((top) => top === '' || path === top || path.startsWith(`${top}/`));
}
