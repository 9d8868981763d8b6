import type { GitEngine } from '../git/engine.ts';
import { CHECKPOINTS } from '../store/refs.ts';
import { loadWritableState, type StoreState } from '../store/state.ts';
import { type CheckpointRefs, checkpointRefs } from './checkpoint-refs.ts';

/** The refs of ours in this clone. */
export interface LocalRefs {
  readonly checkpoints: CheckpointRefs;
  readonly state: StoreState;
}

export async function readLocalRefs(engine: GitEngine): Promise<LocalRefs> {
  const [refs, state] = await Promise.all([engine.listRefs(CHECKPOINTS), loadWritableState(engine)]);
  return { checkpoints: checkpointRefs(refs, CHECKPOINTS), state };
}
