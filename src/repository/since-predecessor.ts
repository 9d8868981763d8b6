import type { Checkpoint } from '../core/checkpoint.ts';
import { describeError } from '../core/failure.ts';
import type { Note } from '../core/note.ts';
import { isSameKnowledge } from '../core/same-knowledge.ts';
import { type ChangeCount, countChanges } from '../core/tree-change.ts';
import type { GitEngine } from '../git/engine.ts';
import type { Snapshot } from '../snapshot/take-snapshot.ts';

/** Whether a new checkpoint would hold the same files and the same knowledge as the one before. */
export function saysTheSame(before: Checkpoint, snapshot: Snapshot, note: Note): boolean {
  return isSameTree(before, snapshot) && isSameKnowledge(before.note.analysis, note.analysis);
}

/** Without a checkpoint before, what is there is compared with HEAD. */
export function isSameTree(before: Checkpoint | undefined, { tree, status, changes, nested }: Snapshot): boolean {
  if (before === undefined)
    return changes.length === 0 && nested.every(({ snapshot }) => snapshot.changes.length === 0);
  const trees = (list: readonly { readonly path: string; readonly tree: string }[]) =>
    list.map((one) => `${one.tree} ${one.path}`).join('\n');
  const now = nested.map(({ path, snapshot }) => ({ path, tree: snapshot.tree }));
  return before.tree === tree && before.base === status.head && trees(before.note.nested ?? []) === trees(now);
}

/** What is new since the predecessor, counted while the checkpoint is written. A predecessor that lost its files stops no save. */
export async function countSince(
  engine: GitEngine,
  { tree, changes }: Snapshot,
  predecessor: Checkpoint | undefined,
): Promise<{ readonly changed: ChangeCount; readonly uncounted?: string }> {
  if (predecessor === undefined) return { changed: countChanges(changes) };
  if (predecessor.tree === tree) return { changed: countChanges([]) };
  try {
    return { changed: countChanges(await engine.diffTrees(predecessor.tree, tree, { renames: true, counts: true })) };
  } catch (error) {
    const uncounted = `Cannot count what changed since checkpoint ${predecessor.number}: ${describeError(error)}`;
    return { changed: countChanges(changes), uncounted };
  }
}
