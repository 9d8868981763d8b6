import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine } from '../git/engine.ts';
import { hasTrees } from './has-trees.ts';
import { removeCheckpoints } from './remove.ts';
import type { CheckpointDraft } from './save.ts';

/** A gc took objects of the snapshot before the checkpoint reached them: the working tree must be read again. */
export class SnapshotLost extends Failure {
  constructor() {
    super('fatal', 'git gc removed objects of the snapshot while it was being saved', { hint: 'Save again.' });
  }
}

/** Looks that the whole snapshot is there before the save is reported. A checkpoint that lost something is taken back. */
export async function confirmSaved(
  engine: GitEngine,
  draft: CheckpointDraft,
  saved: { readonly number: CheckpointNumber; readonly commit: Oid },
): Promise<void> {
  const { tree, indexTree, blobs, paths } = draft;
  const isWhole =
    (await engine.missingObjects(blobs)).length === 0 &&
    (await hasTrees(engine, tree, paths)) &&
    (indexTree === undefined || (await hasTrees(engine, indexTree, draft.stagedPaths)));
  if (isWhole) return;
  await removeCheckpoints(engine, [saved], { author: draft.author, time: draft.time });
  throw new SnapshotLost();
}
