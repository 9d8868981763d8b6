import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine } from '../git/engine.ts';
import { hasFolders } from './has-folders.ts';
import { removeCheckpoints } from './remove.ts';
import type { CheckpointDraft } from './save.ts';
import { readState } from './state.ts';

/** A prune took objects of the snapshot before the checkpoint reached them: the working tree must be read again. */
export class SnapshotLost extends Failure {
  constructor(cause?: unknown) {
    super('fatal', 'git gc removed objects of the snapshot while it was being saved', { hint: 'Save again.', cause });
  }
}

/**
 * Looks that every new object is there before the save is reported: a `git gc --prune=now` may have run meanwhile. While one still
 * runs, nothing loose is certain. A checkpoint that lost something is taken back, so that what is listed is whole.
 */
export async function confirmSaved(
  engine: GitEngine,
  draft: CheckpointDraft,
  saved: {
    readonly number: CheckpointNumber;
    readonly commit: Oid;
    readonly objects: readonly Oid[];
    readonly sheltered: boolean;
  },
): Promise<void> {
  // Asked before looking: a gc that ended in between has taken what it would take, and one that begins now sees the refs.
  const certain = saved.sheltered || !engine.gcRuns();
  const { notes } = await readState(engine);
  const named = [...saved.objects, ...draft.blobs, ...(notes ? [notes.commit, notes.tree] : [])];
  const missing = await engine.missingObjects(named);
  if (certain && missing.length === 0 && (await hasFolders(engine, draft.tree, draft.folders))) return;
  await removeCheckpoints(engine, [saved], { author: draft.author, time: draft.time });
  throw new SnapshotLost();
}
