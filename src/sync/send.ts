import type { GitEngine, PushOutcome, RefUpdate, RemoteCall } from '../git/engine.ts';
import { renderLedger } from '../store/ledger.ts';
import { LEDGER, refOf } from '../store/refs.ts';
import type { RetainingWriter } from '../store/retaining-writer.ts';
import { remoteEngine } from './contact.ts';
import type { SyncPlan } from './plan.ts';
import type { RemoteSide } from './sides.ts';

/** What is pushed, every ref with the value it must have there before. */
export interface Parcel {
  /** Absent when the ledger there says the same. */
  readonly ledger?: RefUpdate;
  readonly notes?: RefUpdate;
  readonly checkpoints: readonly RefUpdate[];
}

/** Puts the push together. Whatever creates or drops a checkpoint changes the ledger too, so that two pushes cannot miss each other. */
export async function packParcel(
  writer: RetainingWriter,
  material: { readonly plan: SyncPlan; readonly remote: RemoteSide; readonly notes?: RefUpdate },
): Promise<Parcel> {
  const { plan, remote, notes } = material;
  const old = remote.state.ledger.oid;
  const bytes = Buffer.from(renderLedger(plan.remoteLedger));
  const changed = renderLedger(remote.state.ledger.value) !== bytes.toString();
  return {
    ...(changed
      ? { ledger: { ref: LEDGER, ...(old === undefined ? {} : { old }), new: await writer.writeObject('blob', bytes) } }
      : {}),
    ...(notes === undefined ? {} : { notes }),
    checkpoints: [
      ...plan.outgoing.map(({ number, commit }) => ({ ref: refOf(number), new: commit })),
      ...plan.buried.map(({ number, commit }) => ({ ref: refOf(number), old: commit })),
    ],
  };
}

export function updatesIn({ ledger, notes, checkpoints }: Parcel): RefUpdate[] {
  return [...(ledger ? [ledger] : []), ...(notes ? [notes] : []), ...checkpoints];
}

/** Pushes as one transaction; what `lost` means is that another writer was first somewhere. */
export async function sendWhole(engine: GitEngine, call: RemoteCall, parcel: Parcel): Promise<PushOutcome['kind']> {
  const updates = updatesIn(parcel);
  return updates.length === 0 ? 'done' : (await remoteEngine(engine).push(call, { updates, atomic: true })).kind;
}

/**
 * Pushes to a server that cannot do that: the ledger goes first and reserves the numbers, and only who won it goes on with the rest.
 * Answers whether all of it arrived.
 */
export async function sendInTwo(engine: GitEngine, call: RemoteCall, parcel: Parcel): Promise<boolean> {
  const { ledger, ...rest } = parcel;
  for (const updates of [ledger ? [ledger] : [], updatesIn(rest)]) {
    if (updates.length === 0) continue;
    if ((await remoteEngine(engine).push(call, { updates, atomic: false })).kind !== 'done') return false;
  }
  return true;
}
