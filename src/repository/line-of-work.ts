import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import { newestNumbers } from '../store/find.ts';
import { readCheckpoints } from '../store/load.ts';
import { isForeign, readProvenance } from './provenance.ts';
import type { Repository } from './repository.ts';

const LOOK_BACK = 4;

/**
 * The newest checkpoints, for finding the one before. Asked for while git looks at the working tree. Words of people who were not
 * allowed are not carried on as the user's own.
 */
export async function recentCheckpoints(repository: Repository): Promise<Checkpoint[]> {
  const { engine } = repository;
  const [entries, provenanceOf] = await Promise.all([
    newestNumbers(engine, LOOK_BACK).then((numbers) => readCheckpoints(engine, numbers)),
    readProvenance(repository),
  ]);
  return entries.filter((entry): entry is Checkpoint => !isDamaged(entry) && !isForeign(provenanceOf(entry)));
}

/**
 * The checkpoint that the next one goes on from: the newest of this worktree's branch; else, when the session moved to another branch,
 * the newest of the same session. Nothing is carried over from another line of work.
 */
export function findPredecessor(
  newestFirst: readonly Checkpoint[],
  here: { readonly worktree: string; readonly branch: string; readonly session?: string },
): Checkpoint | undefined {
  const inWorktree = newestFirst.filter(({ note }) => note.context.worktree === here.worktree);
  return (
    inWorktree.find(({ note }) => note.context.branch === here.branch) ??
    inWorktree.find(({ note }) => here.session !== undefined && note.session?.id === here.session)
  );
}
