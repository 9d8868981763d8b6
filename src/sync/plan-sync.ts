import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { type CheckpointNumber, checkpointNumber } from '../core/number.ts';
import type { Renumbering } from '../store/aliases.ts';
import type { Ledger } from '../store/ledger.ts';
import { type CheckpointRefs, highestNumber } from './checkpoint-refs.ts';
import type { LocalRefs } from './local-refs.ts';
import type { RemoteRefs } from './remote-refs.ts';
import { undecidedRefs } from './undecided-refs.ts';

/** Which checkpoints to push and to fetch. An absent direction is closed, for drops too. */
export interface SyncFilter {
  readonly push?: (number: CheckpointNumber) => boolean;
  readonly fetch?: (number: CheckpointNumber) => boolean;
}

export interface NumberedCommit {
  readonly number: CheckpointNumber;
  readonly commit: Oid;
}

/** A number here that gets another commit; `before` is absent for a new number, `after` for one that goes. */
export interface NumberChange {
  readonly number: CheckpointNumber;
  readonly before?: Oid;
  readonly after?: Oid;
}

/** What to do on both sides so that they agree. */
export interface SyncPlan {
  /** New at the remote. */
  readonly outgoing: readonly NumberedCommit[];
  /** Dropped, and still at the remote. */
  readonly droppedThere: readonly NumberedCommit[];
  readonly remoteLedger: Ledger;
  /** New here. */
  readonly incoming: readonly NumberedCommit[];
  /** Dropped elsewhere, and still here. */
  readonly droppedHere: readonly NumberedCommit[];
  readonly renumbered: readonly Renumbering[];
  /** The numbers here that change, ascending. */
  readonly changes: readonly NumberChange[];
  readonly localLedger: Ledger;
  /** Whether a commit is on both sides when all is done. */
  readonly isShared: (commit: Oid) => boolean;
}

/**
 * Plans a sync without I/O. A number that is at the remote never changes; checkpoints that were never there keep their order and only
 * move up.
 */
export function planSync(local: LocalRefs, remote: RemoteRefs, filter: SyncFilter): SyncPlan {
  const here = local.state.ledger.value;
  const there = remote.state.ledger.value;
  const { retained = new Set<Oid>() } = local;
  const isDropped = (commit: Oid) => here.dead.has(commit) || (there.dead.has(commit) && !retained.has(commit));
  const theirDead = [...there.dead];
  const dropped = [...here.dead.keys(), ...there.dead.keys()];
  const { ours, theirs, isSettled } = undecidedRefs(local.checkpoints, remote.checkpoints, dropped);
  const shared = numbersOf(theirs, isDropped, Math.min);
  const own = numbersOf(ours, (commit) => here.dead.has(commit), Math.max);
  const unshared = [...own].filter(([commit]) => !shared.has(commit)).sort(byNumber);
  const floor = Math.max(there.highWater, highestNumber(remote.checkpoints.keys()), highestNumber(remote.quarantined));

  const living = unshared.filter(([commit]) => !isDropped(commit));
  const outgoing = numberOutgoing(
    // Dropped there, and not here: it is neither sent again nor removed.
    living.filter(([commit, number]) => filter.push?.(number) && !retained.has(commit)),
    floor,
  );
  const settled = new Map<CheckpointNumber, Oid>(outgoing.map(({ number, commit }) => [number, commit]));
  for (const [commit, number] of shared) if (own.has(commit) || filter.fetch?.(number)) settled.set(number, commit);
  const sent = new Set(outgoing.map(({ commit }) => commit));
  // A drop by somebody else reaches this clone with a fetch, not with a push.
  const staying = (filter.fetch ? living : unshared).filter(([commit]) => !sent.has(commit));
  const last = Math.max(floor, highestNumber(local.checkpoints.keys()), highestNumber(settled.keys()));
  const after = numberStaying(settled, staying, last);

  const reached = Math.max(floor, highestNumber(outgoing.map(({ number }) => number)));
  const droppedThere = filter.push ? select(theirs, isDropped) : [];
  return {
    outgoing,
    droppedThere,
    remoteLedger: {
      highWater: outgoing.length + droppedThere.length === 0 ? there.highWater : reached,
      dead: new Map([...there.dead, ...droppedThere.map(({ number, commit }) => [commit, number] as const)]),
    },
    incoming: select(after, (commit) => !own.has(commit)),
    droppedHere: select(ours, (commit, number) => isDropped(commit) && after.get(number) !== commit),
    renumbered: renumberings(own, after),
    changes: changesBetween(ours, after),
    localLedger: {
      highWater: Math.max(here.highWater, reached),
      dead: filter.fetch
        ? new Map([...here.dead, ...theirDead.filter(([commit]) => !retained.has(commit))])
        : here.dead,
    },
    isShared: (commit) => {
      const number = shared.get(commit);
      return number === undefined ? isSettled(commit) : after.get(number) === commit;
    },
  };
}

function changesBetween(before: CheckpointRefs, after: CheckpointRefs): NumberChange[] {
  const numbers = new Set([...before.keys(), ...after.keys()]);
  const changed = [...numbers].filter((number) => before.get(number) !== after.get(number));
  return changed
    .sort((one, other) => one - other)
    .map((number) => {
      const [was, is] = [before.get(number), after.get(number)];
      return defined({ number, before: was, after: is });
    });
}

/** The number of each commit. A crash or another tool can leave one commit under two numbers; `pick` says which counts. */
function numbersOf(
  checkpoints: CheckpointRefs,
  isDropped: (commit: Oid) => boolean,
  pick: (one: number, other: number) => number,
): Map<Oid, CheckpointNumber> {
  const numbers = new Map<Oid, CheckpointNumber>();
  for (const [number, commit] of checkpoints) {
    if (!isDropped(commit)) numbers.set(commit, checkpointNumber(pick(number, numbers.get(commit) ?? number)));
  }
  return numbers;
}

function numberOutgoing(ascending: readonly (readonly [Oid, CheckpointNumber])[], floor: number): NumberedCommit[] {
  let next = floor + 1;
  return ascending.map(([commit, number]) => {
    const settled = checkpointNumber(Math.max(number, next));
    next = settled + 1;
    return { number: settled, commit };
  });
}

/** Checkpoints that stay unshared keep their number unless it is taken by now; then they get the next free one. */
function numberStaying(
  settled: CheckpointRefs,
  staying: readonly (readonly [Oid, CheckpointNumber])[],
  last: number,
): Map<CheckpointNumber, Oid> {
  const after = new Map(settled);
  let next = last + 1;
  for (const [commit, number] of staying) {
    const free = !after.has(number);
    after.set(free ? number : checkpointNumber(next), commit);
    if (!free) next += 1;
  }
  return after;
}

function renumberings(own: ReadonlyMap<Oid, CheckpointNumber>, after: CheckpointRefs): Renumbering[] {
  const moved = select(after, (commit, number) => own.has(commit) && own.get(commit) !== number);
  return moved.map(({ number, commit }) => ({ from: own.get(commit) ?? number, to: number, commit }));
}

/** Ascending. */
function select(
  checkpoints: CheckpointRefs,
  isWanted: (commit: Oid, number: CheckpointNumber) => boolean,
): NumberedCommit[] {
  const found: NumberedCommit[] = [];
  for (const [number, commit] of checkpoints) if (isWanted(commit, number)) found.push({ number, commit });
  return found.sort((one, other) => one.number - other.number);
}

function byNumber(one: readonly [Oid, number], other: readonly [Oid, number]): number {
  return one[1] - other[1];
}
