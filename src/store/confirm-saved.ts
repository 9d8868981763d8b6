import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine } from '../git/engine.ts';
import { lookAtParts } from './lost-parts.ts';
import { removeCheckpoints } from './remove.ts';
import type { CheckpointDraft } from './save.ts';

/** A gc took objects of the snapshot before the checkpoint reached them: the working tree must be read again. */
export class SnapshotLost extends Failure {
  constructor() {
    super('fatal', 'git gc removed objects of the snapshot while it was being saved', { hint: 'Save again.' });
  }
}

/**
 * Looks that the whole snapshot is there before the save is reported. What a gc took is taken from the working tree once more: the refs
 * stand now, so no later gc takes it. When the working tree has changed since, the checkpoint is taken back.
 */
export async function confirmSaved(
  engine: GitEngine,
  draft: CheckpointDraft,
  saved: { readonly number: CheckpointNumber; readonly commit: Oid },
): Promise<void> {
  if (await isWhole(engine, draft)) return;
  await draft.retakeSnapshot();
  if (await isWhole(engine, draft)) return;
  await removeCheckpoints(engine, [saved], { author: draft.author, time: draft.time, purge: true });
  throw new SnapshotLost();
}

/** Whether no object of the snapshot is gone. */
export async function isWhole(engine: GitEngine, draft: CheckpointDraft): Promise<boolean> {
  // Whether they can be read was seen before; a gc takes them whole.
  return (await lookAtParts(engine, draft, new Date(0))).lost.length === 0;
}
