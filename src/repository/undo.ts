import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import { checkpointNumber } from '../core/number.ts';
import type { Effect, Marks, OperationCheckpoint } from '../core/operation.ts';
import { recordOperation } from '../open/record-operation.ts';
import { type Repository, signature } from '../open/repository.ts';
import { planUndo, type UndoPlan } from '../restore/plan-undo.ts';
import type { RestoreRequest } from '../restore/request.ts';
import { bringBack } from '../store/bring-back.ts';
import { holdNote } from '../store/hold-note.ts';
import { loadCheckpoint } from '../store/load.ts';
import { parseNote } from '../store/note-text.ts';
import { refOf } from '../store/refs.ts';
import { removeCheckpoints } from '../store/remove.ts';
import { readTrash } from '../store/trash.ts';
import { updateNote } from '../store/update-note.ts';
import { findLastUndoable, type LoggedOperation, loadUndoable } from './operations.ts';
import { setMarks } from './set-marks.ts';

/** What undoing would do. A restore has a plan of its own, which is shown and asked about as any restore. */
export type Undoing =
  | { readonly kind: 'restore'; readonly operation?: LoggedOperation; readonly plan: UndoPlan }
  | { readonly kind: 'checkpoints'; readonly operation: LoggedOperation };

interface UndoingRequest extends Pick<RestoreRequest, 'force' | 'forcePaths'> {
  /** The number of an operation; absent: the last one that can be undone. */
  readonly operation?: number;
}

/** Finds what to undo. Nothing is changed yet. */
export async function planUndoing(repository: Repository, request: UndoingRequest = {}): Promise<Undoing> {
  const { operation: number, ...restoring } = request;
  const operation = number === undefined ? await findLastUndoable(repository) : loadUndoable(repository, number);
  if (operation === undefined) {
    throw new Failure('no', 'nothing to undo', { hint: 'To go back to a checkpoint, use `git checkpoint restore`.' });
  }
  if (operation === 'unlogged-restore') return { kind: 'restore', plan: await planUndo(repository, restoring) };
  if (operation.effect?.kind !== 'restored') return { kind: 'checkpoints', operation };
  const restore = { safety: operation.effect.safety.uid, operation: operation.number };
  return { kind: 'restore', operation, plan: await planUndo(repository, { ...restoring, restore }) };
}

/** Undoes an operation on checkpoints; undoing that again redoes it. */
export async function undoOnCheckpoints(repository: Repository, operation: LoggedOperation): Promise<void> {
  const effect = await invert(repository, operation);
  const { checkpoints, number } = operation;
  await recordOperation(repository, { kind: 'undo', checkpoints, effect, of: number });
}

async function invert(repository: Repository, operation: LoggedOperation): Promise<Effect> {
  const { effect, checkpoints, number } = operation;
  switch (effect?.kind) {
    case 'added':
      return remove(repository, checkpoints);
    case 'removed':
      return bringAllBack(repository, checkpoints);
    case 'marked':
      return markAgain(repository, checkpoints, effect.before);
    case 'reworded':
      return rewordBack(repository, checkpoints, effect.note);
    case 'restored':
    case undefined:
      throw new Failure('no', `operation ${number} cannot be undone`);
  }
}

async function remove(repository: Repository, checkpoints: readonly OperationCheckpoint[]): Promise<Effect> {
  const { engine } = repository;
  const numbers = checkpoints.map(({ number }) => checkpointNumber(number));
  const there = await engine.resolveRefs(numbers.map(refOf));
  const present = numbers.flatMap((number, at) => (there[at] === undefined ? [] : [{ number, commit: there[at] }]));
  if (present.length === 0) throw new Failure('no', 'the checkpoints of this operation are gone already');
  await removeCheckpoints(engine, present, await signature(repository));
  return { kind: 'removed' };
}

async function bringAllBack(repository: Repository, checkpoints: readonly OperationCheckpoint[]): Promise<Effect> {
  const trash = await readTrash(repository.engine);
  const wanted = checkpoints.flatMap(
    ({ number, commit }) =>
      trash.find((entry) => entry.number === number && (commit === undefined || entry.commit === commit)) ??
      trash.find((entry) => entry.number === number) ??
      [],
  );
  if (wanted.length === 0) {
    throw new Failure('no', 'what this operation removed is no longer in the trash', {
      hint: 'The trash is emptied after `checkpoint.trashDays`, and by `drop --purge`.',
    });
  }
  const by = await signature(repository);
  for (const trashed of wanted) await bringBack(repository.engine, trashed, by);
  return { kind: 'added' };
}

async function markAgain(
  repository: Repository,
  checkpoints: readonly OperationCheckpoint[],
  marks: readonly Marks[],
): Promise<Effect> {
  const before: Marks[] = [];
  for (const [at, { number }] of checkpoints.entries()) {
    const wanted = marks[at] ?? { kept: false, pending: false };
    before.push((await setMarks(repository, checkpointNumber(number), wanted)).before);
  }
  return { kind: 'marked', before };
}

/** Only the words go back: what was kept or confirmed since stays so. */
async function rewordBack(
  repository: Repository,
  checkpoints: readonly OperationCheckpoint[],
  blob: Oid,
): Promise<Effect> {
  const { engine, world } = repository;
  const number = checkpointNumber(checkpoints[0]?.number ?? 0);
  const [object] = await engine.readObjects([blob]);
  if (object === undefined) throw new Failure('no', `the earlier note of checkpoint ${number} is no longer there`);
  const { summary, description, analysis } = await parseNote(object.bytes);
  const held = await holdNote(engine, (await loadCheckpoint(engine, number)).commit, world.now());
  const edit = (note: Awaited<ReturnType<typeof parseNote>>) => ({ ...note, summary, description, analysis });
  await updateNote(engine, number, { edit, ...(await signature(repository)) });
  return { kind: 'reworded', note: held ?? blob };
}
