import type { Oid } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { LocalRefs } from './local-refs.ts';
import { planSync, type SyncFilter, type SyncPlan } from './plan-sync.ts';
import type { RemoteRefs } from './remote-refs.ts';

/** Over http, git names every ref on a command line of its own, which is bounded. */
const MAX_PUSHED = 8000;
/** A ref to remove is named on the command line, and git compares each name with each ref of the remote. */
const MAX_DROPPED = 200;

/** The plan for as many as one push can carry; the whole one when that is all. */
export function firstBatch(
  local: LocalRefs,
  { remote, filter, whole }: { readonly remote: RemoteRefs; readonly filter: SyncFilter; readonly whole: SyncPlan },
): SyncPlan {
  const { outgoing, droppedThere } = whole;
  if (outgoing.length <= MAX_PUSHED && droppedThere.length <= MAX_DROPPED) return whole;
  const commits = new Set(outgoing.slice(0, MAX_PUSHED).map(({ commit }) => commit));
  const push = (number: CheckpointNumber) => commits.has(local.checkpoints.get(number) ?? '');
  const plan = outgoing.length <= MAX_PUSHED ? whole : planSync(local, remote, { ...filter, push });
  // The tombstones of all go with the first push, so that the order of the rest does not matter.
  return { ...plan, droppedThere: droppedThere.slice(0, MAX_DROPPED) };
}

/** The commits that later pushes carry. */
export function leftAfter(whole: SyncPlan, batch: SyncPlan): Set<Oid> {
  const later = new Set((whole === batch ? [] : whole.outgoing).map(({ commit }) => commit));
  for (const { commit } of batch.outgoing) later.delete(commit);
  return later;
}
