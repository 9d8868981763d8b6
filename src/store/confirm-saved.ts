import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine } from '../git/engine.ts';
import { removeCheckpoints } from './remove.ts';
import type { CheckpointDraft } from './save.ts';
import { readState } from './state.ts';

/** A prune took objects of the snapshot before the checkpoint reached them: the working tree must be read again. */
export class SnapshotLost extends Failure {
  constructor() {
    super('fatal', 'git gc removed objects of the snapshot while it was being saved', { hint: 'Save again.' });
  }
}

/**
 * Looks that every new object is there before the save is reported: a `git gc --prune=now` may have run meanwhile. A checkpoint
 * that lost something is taken back, so that what is listed is whole.
 */
export async function confirmSaved(
  engine: GitEngine,
  draft: CheckpointDraft,
  saved: { readonly number: CheckpointNumber; readonly objects: readonly Oid[] },
): Promise<void> {
  const { notes } = await readState(engine);
  const folders = await engine.readObjects(draft.folders.map((folder) => `${draft.tree}:${folder}`));
  const trees = folders.map((folder) => folder?.oid);
  const named = [...saved.objects, ...draft.blobs, draft.tree, ...(notes ? [notes.commit, notes.tree] : [])];
  const whole = async () => !trees.includes(undefined) && (await engine.missingObjects(named)).length === 0;
  const present = [...named, ...trees.filter((tree) => tree !== undefined)];
  if ((await whole()) && (await protect(engine, present))) return;
  await removeCheckpoints(engine, [saved.number], { author: draft.author, time: draft.time });
  throw new SnapshotLost();
}

async function protect(engine: GitEngine, oids: readonly Oid[]): Promise<boolean> {
  try {
    await engine.protectFromGc(oids);
    return true;
  } catch (error) {
    // Packing fails when an object vanished under it, and then the checkpoint is not whole. A disk that is full says so itself.
    if (error instanceof Failure && /missing|unable to|bad object|could not read/i.test(error.message)) return false;
    throw error;
  }
}
