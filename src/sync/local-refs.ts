import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine } from '../git/engine.ts';
import { CHECKPOINTS } from '../store/refs.ts';
import { loadWritableState, type StoreState } from '../store/state.ts';
import { type CheckpointRefs, localCheckpointRefs } from './checkpoint-refs.ts';

/** The refs of ours in this clone. */
export interface LocalRefs {
  readonly checkpoints: CheckpointRefs;
  readonly state: StoreState;
  /** Checkpoints that are dropped elsewhere and stay here until the user agrees: made here, or kept. */
  readonly retained?: ReadonlySet<Oid>;
}

export async function readLocalRefs(engine: GitEngine): Promise<LocalRefs> {
  const [refs, state] = await Promise.all([engine.listRefs(CHECKPOINTS), loadWritableState(engine)]);
  return { checkpoints: localCheckpointRefs(refs), state };
}
