import type { GitEngine } from '../git/engine.ts';
import { gcRuns, packsChangedSince } from '../git/gc-running.ts';
import { SnapshotLost } from './confirm-saved.ts';
import { lookAtParts } from './lost-parts.ts';
import type { RetainingWriter } from './retaining-writer.ts';
import type { CheckpointDraft } from './save.ts';

const MAX_TRIES = 30;
/** More is not kept in memory: it is looked for after the save, and read from the working tree again. */
const MAX_BYTES = 64 << 20;

/**
 * Where a gc ran or runs during the save, takes the snapshot into memory, waits for its end and writes again what it took, before any ref
 * moves: a ref to an object that is about to go would make the user's next gc fail. Costs nothing where no gc ran and nothing
 * is known to be lost.
 */
export async function writeAgainAfterGc(
  engine: GitEngine,
  draft: CheckpointDraft & { readonly isLost: boolean },
  writer: RetainingWriter,
): Promise<void> {
  const { place } = engine;
  if (!draft.isLost && !gcRuns(place) && !packsChangedSince(place, draft.began)) return;
  for (let tries = 0; !(await retainSnapshot(engine, draft, writer)); tries += 1) {
    if (tries >= MAX_TRIES) throw new SnapshotLost();
    await draft.retakeSnapshot();
  }
  await writer.rewriteLost();
}

/** Answers false when objects of the snapshot are gone. */
async function retainSnapshot(engine: GitEngine, draft: CheckpointDraft, writer: RetainingWriter): Promise<boolean> {
  const { objects, lost } = await lookAtParts(engine, draft, new Date(0));
  if (lost.length > 0) return false;
  let bytes = 0;
  for (const oid of new Set(objects)) {
    const [object] = await engine.readObjects([oid]);
    if (object === undefined) return false;
    bytes += object.bytes.length;
    if (bytes > MAX_BYTES) return true;
    writer.retain(object);
  }
  return true;
}
