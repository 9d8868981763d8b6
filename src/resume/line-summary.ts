import { type Checkpoint, isDamaged } from '../core/checkpoint.ts';
import type { GitEngine } from '../git/engine.ts';
import { readCheckpoints } from '../store/load.ts';
import { listNumbers } from '../store/state.ts';

/** So many safety copies in a row are undone and redone by nobody. */
const MAX_BACK = 16;

/** What the work of a checkpoint is called. A safety copy only says what came after it: its work is that of the checkpoint before. */
export async function summaryOfLine(engine: GitEngine, checkpoint: Checkpoint): Promise<string> {
  const { number, note } = checkpoint;
  if (note.trigger !== 'restore') return note.summary;
  const before = (await listNumbers(engine)).filter((one) => one < number).sort((one, other) => other - one);
  const entries = await readCheckpoints(engine, before.slice(0, MAX_BACK));
  const line = entries.find(
    (entry): entry is Checkpoint =>
      !isDamaged(entry) &&
      entry.note.trigger !== 'restore' &&
      entry.note.context.worktree === note.context.worktree &&
      entry.note.context.branch === note.context.branch,
  );
  return line?.note.summary ?? note.summary;
}
