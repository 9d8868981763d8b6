import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import type { Repository } from '../open/repository.ts';
import { listInChunks } from './list.ts';

/** The checkpoint before one in the same worktree. */
export async function findPrevious(repository: Repository, checkpoint: Checkpoint): Promise<Checkpoint | undefined> {
  const { worktree } = checkpoint.note.context;
  for await (const chunk of listInChunks(repository, { before: checkpoint.number })) {
    const found = chunk.find(
      (entry): entry is Checkpoint => !isDamaged(entry) && entry.note.context.worktree === worktree,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
