import { Failure } from '../core/failure.ts';
import type { GitEngine } from '../git/engine.ts';
import { TRACKING } from '../store/refs.ts';
import type { SyncPlan } from './plan-sync.ts';
import { trackingRefs } from './tracking-refs.ts';

/** A number that was shared with one remote is fixed; it may not change because another remote gave it out too. */
export async function refuseRenumberingOfShared(engine: GitEngine, remote: string, plan: SyncPlan): Promise<void> {
  if (plan.renumbered.length === 0) return;
  const { checkpoints } = trackingRefs(remote);
  const elsewhere = (await engine.listRefs(TRACKING)).filter(({ ref }) => !ref.startsWith(checkpoints));
  for (const { ref, oid } of elsewhere) {
    const moved = plan.renumbered.find(({ commit }) => commit === oid);
    const shared = /^refs\/checkpoint-sync\/(.*)\/c\/(\d+)$/.exec(ref);
    if (moved === undefined || shared === null) continue;
    throw new Failure(
      'no',
      `checkpoint ${moved.from} was shared with '${shared[1]}'; '${remote}' has another ${moved.from}`,
      {
        hint: 'One remote gives out the numbers. Share with that one only, or drop one of the two.',
      },
    );
  }
}
