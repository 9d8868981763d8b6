import type { Checkpoint } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { type Repository, signature } from '../open/repository.ts';
import { refOf } from '../store/refs.ts';
import { removeCheckpoints } from '../store/remove.ts';
import { updateNote } from '../store/update-note.ts';

/** Confirms a pending checkpoint, and keeps any checkpoint from ever being pruned. */
export async function keep(repository: Repository, number: CheckpointNumber): Promise<Checkpoint> {
  const edit = (note: Checkpoint['note']) => ({ ...note, pending: false, kept: true });
  return updateNote(repository.engine, number, { edit, ...(await signature(repository)) });
}

/** Drops checkpoints for good; their numbers are not given out again. */
export async function drop(repository: Repository, given: readonly CheckpointNumber[]): Promise<CheckpointNumber[]> {
  const { engine } = repository;
  // One checkpoint may be named twice, as by its number and by `latest`.
  const numbers = [...new Set(given)];
  const mistaken = repository.moved.find(({ taken }) => taken);
  if (mistaken !== undefined) {
    // The failure says it; once is enough.
    repository.moved.length = 0;
    throw new Failure(
      'no',
      `${mistaken.from} is another checkpoint now; the one that had this number here is ${mistaken.to}`,
      {
        hint: `Nothing was dropped. Drop ${mistaken.to}, or name the other one by its uid (\`git checkpoint show ${mistaken.from} --format=yaml\`).`,
      },
    );
  }
  const there = await engine.resolveRefs(numbers.map(refOf));
  const missing = numbers.find((_, at) => there[at] === undefined);
  if (missing !== undefined) throw new Failure('fatal', `checkpoint ${missing} does not exist; nothing was dropped`);
  const dropped = numbers.flatMap((number, at) => (there[at] === undefined ? [] : [{ number, commit: there[at] }]));
  await removeCheckpoints(engine, dropped, await signature(repository));
  return numbers;
}
