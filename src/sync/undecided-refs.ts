import type { Oid } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { CheckpointRefs } from './checkpoint-refs.ts';

interface UndecidedRefs {
  readonly ours: CheckpointRefs;
  readonly theirs: CheckpointRefs;
  /** Whether a commit is here and at the remote, and nothing is to be decided about it. */
  readonly isSettled: (commit: Oid) => boolean;
}

/**
 * The refs of both sides that a plan decides about. Where both have the same commit under the same number, there is nothing to decide
 * unless it was dropped or has a second number: of ten thousand refs a few are left, and the plan takes no time.
 */
export function undecidedRefs(local: CheckpointRefs, remote: CheckpointRefs, dropped: Iterable<Oid>): UndecidedRefs {
  const ours = differing(local, remote);
  const theirs = differing(remote, local);
  const suspects = new Set([...ours.values(), ...theirs.values(), ...dropped]);
  for (const [number, commit] of suspects.size === 0 ? [] : local) {
    if (!suspects.has(commit) || remote.get(number) !== commit) continue;
    ours.set(number, commit);
    theirs.set(number, commit);
  }
  // Asked about few commits, mostly none.
  let settled: Set<Oid> | undefined;
  const isSettled = (commit: Oid) => {
    settled ??= new Set([...local].filter(([number]) => !ours.has(number)).map(([, one]) => one));
    return settled.has(commit);
  };
  return { ours, theirs, isSettled };
}

function differing(one: CheckpointRefs, other: CheckpointRefs): Map<CheckpointNumber, Oid> {
  const found = new Map<CheckpointNumber, Oid>();
  for (const [number, commit] of one) if (other.get(number) !== commit) found.set(number, commit);
  return found;
}
