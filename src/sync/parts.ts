import type { Oid } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { LocalRefs } from './local-refs.ts';
import { planSync, type SyncFilter, type SyncPlan } from './plan-sync.ts';
import type { RemoteRefs } from './remote-refs.ts';

/** Over http, git names every ref on a command line of its own, which is bounded. */
const SENT_AT_ONCE = 8000;
/** A ref to remove is named on the command line, and git compares each name with each ref of the remote. */
const BURIED_AT_ONCE = 200;

/** The plan for as many as one push can carry; the whole one when that is all. */
export function firstPart(
  local: LocalRefs,
  { remote, filter, whole }: { readonly remote: RemoteRefs; readonly filter: SyncFilter; readonly whole: SyncPlan },
): SyncPlan {
  const { outgoing, droppedThere } = whole;
  if (outgoing.length <= SENT_AT_ONCE && droppedThere.length <= BURIED_AT_ONCE) return whole;
  const commits = new Set(outgoing.slice(0, SENT_AT_ONCE).map(({ commit }) => commit));
  const push = (number: CheckpointNumber) => commits.has(local.checkpoints.get(number) ?? '');
  const plan = outgoing.length <= SENT_AT_ONCE ? whole : planSync(local, remote, { ...filter, push });
  // The tombstones of all go with the first push, so that the order of the rest does not matter.
  return { ...plan, droppedThere: droppedThere.slice(0, BURIED_AT_ONCE) };
}

/** What is sent later. */
export function waitingIn(whole: SyncPlan, part: SyncPlan): Set<Oid> {
  const waiting = new Set((whole === part ? [] : whole.outgoing).map(({ commit }) => commit));
  for (const { commit } of part.outgoing) waiting.delete(commit);
  return waiting;
}
