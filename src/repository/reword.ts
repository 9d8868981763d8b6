import type { Checkpoint } from '../core/checkpoint.ts';
import type { Note } from '../core/note.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { namedInLog } from '../core/operation.ts';
import { recordOperation } from '../open/record-operation.ts';
import { type Repository, signature } from '../open/repository.ts';
import { holdNote } from '../store/hold-note.ts';
import { loadCheckpoint } from '../store/load.ts';
import { updateNote } from '../store/update-note.ts';

/** Changes the words of a checkpoint as an operation that can be undone: the note as it was is held. */
export async function reword(
  repository: Repository,
  number: CheckpointNumber,
  edit: (note: Note) => Note,
): Promise<Checkpoint> {
  const { engine, world } = repository;
  const before = await loadCheckpoint(engine, number);
  const note = await holdNote(engine, before.commit, world.now());
  const checkpoint = await updateNote(engine, number, { edit, ...(await signature(repository)) });
  if (checkpoint.note.revision !== before.note.revision) {
    const effect = note === undefined ? {} : { effect: { kind: 'reworded', note } as const };
    await recordOperation(repository, { kind: 'annotate', checkpoints: [namedInLog(checkpoint)], ...effect });
  }
  return checkpoint;
}
