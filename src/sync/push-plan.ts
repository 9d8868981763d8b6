import { defined } from '../core/defined.ts';
import type { RefUpdate } from '../git/engine.ts';
import { renderLedger } from '../store/ledger.ts';
import { LEDGER, refOf } from '../store/refs.ts';
import type { RetainingWriter } from '../store/retaining-writer.ts';
import type { SyncPlan } from './plan-sync.ts';
import type { RemoteRefs } from './remote-refs.ts';

/** The refs to push, each with the value that it must have at the remote before: a lease. */
export interface PushPlan {
  /** Absent when the remote's ledger says the same. */
  readonly ledger?: RefUpdate;
  readonly notes?: RefUpdate;
  readonly checkpoints: readonly RefUpdate[];
}

/** Whatever creates or drops a checkpoint changes the ledger too, so that two pushes cannot miss each other. */
export async function planPush(
  writer: RetainingWriter,
  material: { readonly plan: SyncPlan; readonly remote: RemoteRefs; readonly notes?: RefUpdate },
): Promise<PushPlan> {
  const { plan, remote, notes } = material;
  const old = remote.state.ledger.oid;
  const bytes = Buffer.from(renderLedger(plan.remoteLedger));
  const changed = renderLedger(remote.state.ledger.value) !== bytes.toString();
  return defined({
    ...(changed ? { ledger: defined({ ref: LEDGER, old, new: await writer.writeObject('blob', bytes) }) } : {}),
    notes,
    checkpoints: [
      ...plan.outgoing.map(({ number, commit }) => ({ ref: refOf(number), new: commit })),
      ...plan.droppedThere.map(({ number, commit }) => ({ ref: refOf(number), old: commit })),
    ],
  });
}

export function refUpdates({ ledger, notes, checkpoints }: PushPlan): RefUpdate[] {
  return [...(ledger ? [ledger] : []), ...(notes ? [notes] : []), ...checkpoints];
}
