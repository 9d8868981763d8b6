import { Failure } from '../core/failure.ts';
import type { GitEngine } from '../git/engine.ts';
import { type NestedSnapshot, takeNestedSnapshot } from '../snapshot/capture-nested.ts';
import type { ChooseLimits } from '../snapshot/choose-files.ts';
import type { Snapshot } from '../snapshot/take-snapshot.ts';
import { SnapshotLost } from '../store/confirm-saved.ts';
import { secureSnapshot } from './secure-snapshot.ts';

interface Ways {
  /** As for the files around; absent: everything is read back. */
  readonly since?: Date;
  readonly limits: ChooseLimits;
  /** Somebody relies on all of it: what cannot be secured is a failure, and not only named. */
  readonly isNeeded: boolean;
}

/** Sees to it that what was captured of nested repositories can be read. One that is damaged is named instead. */
export async function secureNested(engine: GitEngine, taken: Snapshot, ways: Ways): Promise<Snapshot> {
  const nested: NestedSnapshot[] = [];
  const damaged: string[] = [];
  for (const one of taken.nested) {
    try {
      nested.push(await secureOne(engine, one, ways));
    } catch (error) {
      if (ways.isNeeded || error instanceof SnapshotLost || !(error instanceof Failure)) throw error;
      damaged.push(one.path);
    }
  }
  const skipped = damaged.map((path) => ({ path, size: 0, why: 'nested-repository' as const }));
  return { ...taken, nested, skipped: [...taken.skipped, ...skipped] };
}

async function secureOne(engine: GitEngine, { path, snapshot }: NestedSnapshot, ways: Ways): Promise<NestedSnapshot> {
  const inside = await engine.openNested(path);
  if (typeof inside === 'string') throw new SnapshotLost();
  try {
    const retake = () => takeNestedSnapshot(inside, path, ways.limits);
    const secured = await secureSnapshot(inside, snapshot, { retake, ...(ways.since && { since: ways.since }) });
    return { path, snapshot: secured.snapshot };
  } finally {
    await inside.close();
  }
}
