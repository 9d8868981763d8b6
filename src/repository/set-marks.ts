import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { Marks } from '../core/operation.ts';
import { type Repository, signature } from '../open/repository.ts';
import { updateNote } from '../store/update-note.ts';

/** Says of a checkpoint whether it is kept and whether it is pending; answers what it was before. */
export async function setMarks(
  repository: Repository,
  number: CheckpointNumber,
  marks: Marks,
): Promise<{ readonly checkpoint: Checkpoint; readonly before: Marks }> {
  let before = marks;
  const edit = ({ kept, ...note }: Checkpoint['note']) => {
    before = { kept: kept === true, pending: note.pending };
    return defined({ ...note, pending: marks.pending, kept: marks.kept || undefined });
  };
  const checkpoint = await updateNote(repository.engine, number, { edit, ...(await signature(repository)) });
  return { checkpoint, before };
}
