import type { Oid } from '../core/checkpoint.ts';
import { type CheckpointNumber, checkpointNumber } from '../core/number.ts';
import type { Renumbering } from '../store/aliases.ts';
import type { Ledger } from '../store/ledger.ts';
import { type CheckpointRefs, highestNumber } from './checkpoint-refs.ts';
import type { LocalSide, RemoteSide } from './sides.ts';

/** What the user wants to move. A direction that is absent is closed: nothing goes, or nothing comes, not even a drop. */
export interface Wishes {
  readonly send?: (number: CheckpointNumber) => boolean;
  readonly receive?: (number: CheckpointNumber) => boolean;
}

export interface Placed {
  readonly number: CheckpointNumber;
  readonly commit: Oid;
}

/** A number that holds another checkpoint afterwards than before; an absent side means none. */
export interface PlaceChange {
  readonly number: CheckpointNumber;
  readonly before?: Oid;
  readonly after?: Oid;
}

/** What must happen on both sides so that they agree. */
export interface SyncPlan {
  /** New there. */
  readonly outgoing: readonly Placed[];
  /** Dropped, and still there. */
  readonly buried: readonly Placed[];
  readonly remoteLedger: Ledger;
  /** New here. */
  readonly incoming: readonly Placed[];
  /** Dropped elsewhere, and still here. */
  readonly dropped: readonly Placed[];
  readonly renumbered: readonly Renumbering[];
  /** What becomes of the numbers here, ascending; those that are not named stay as they are. */
  readonly changes: readonly PlaceChange[];
  readonly localLedger: Ledger;
  /** Whether a commit is at the remote, was not dropped, and is here when all is done. */
  readonly isShared: (commit: Oid) => boolean;
}

/**
 * Decides, and touches nothing: the same two sides give the same plan. A number that is at the remote stays as it is for ever; what
 * was never there keeps its order and only moves up.
 */
export function planSync(local: LocalSide, remote: RemoteSide, wishes: Wishes): SyncPlan {
  const here = local.state.ledger.value;
  const there = remote.state.ledger.value;
  const isDead = (commit: Oid) => here.dead.has(commit) || there.dead.has(commit);
  const { checkpoints: ours } = local;
  const { checkpoints: theirs } = remote;
  const shared = placesOf(theirs, isDead, Math.min);
  const own = placesOf(ours, (commit) => here.dead.has(commit), Math.max);
  const unshared = [...own].filter(([commit]) => !shared.has(commit)).sort(byNumber);
  const floor = Math.max(there.highWater, highestNumber(theirs.keys()), highestNumber(remote.withheld));

  const living = unshared.filter(([commit]) => !isDead(commit));
  const outgoing = numberOutgoing(
    living.filter(([, number]) => wishes.send?.(number)),
    floor,
  );
  const settled = new Map<CheckpointNumber, Oid>(outgoing.map(({ number, commit }) => [number, commit]));
  for (const [commit, number] of shared) if (own.has(commit) || wishes.receive?.(number)) settled.set(number, commit);
  const sent = new Set(outgoing.map(({ commit }) => commit));
  // A drop that came from elsewhere is carried out by those who receive.
  const staying = (wishes.receive ? living : unshared).filter(([commit]) => !sent.has(commit));
  const last = Math.max(floor, highestNumber(ours.keys()), highestNumber(settled.keys()));
  const after = placeStaying(settled, staying, last);

  const reached = Math.max(floor, highestNumber(outgoing.map(({ number }) => number)));
  const buried = wishes.send ? placed(theirs, isDead) : [];
  return {
    outgoing,
    buried,
    remoteLedger: {
      highWater: outgoing.length + buried.length === 0 ? there.highWater : reached,
      dead: new Map([...there.dead, ...buried.map(({ number, commit }) => [commit, number] as const)]),
    },
    incoming: placed(after, (commit) => !own.has(commit)),
    dropped: placed(ours, (commit, number) => isDead(commit) && after.get(number) !== commit),
    renumbered: renumberings(own, after),
    changes: changesBetween(ours, after),
    localLedger: {
      highWater: Math.max(here.highWater, reached),
      dead: wishes.receive ? new Map([...here.dead, ...there.dead]) : here.dead,
    },
    isShared: (commit) => {
      const number = shared.get(commit);
      return number !== undefined && after.get(number) === commit;
    },
  };
}

function changesBetween(before: CheckpointRefs, after: CheckpointRefs): PlaceChange[] {
  const numbers = [...new Set([...before.keys(), ...after.keys()])].sort((one, other) => one - other);
  return numbers.flatMap((number) => {
    const [was, is] = [before.get(number), after.get(number)];
    if (was === is) return [];
    return [{ number, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }];
  });
}

type Pick2 = (one: number, other: number) => number;

/** Commit → number. A crash or a stranger can leave one commit under two numbers; `pick` says which counts. */
function placesOf(
  checkpoints: CheckpointRefs,
  isDead: (commit: Oid) => boolean,
  pick: Pick2,
): Map<Oid, CheckpointNumber> {
  const places = new Map<Oid, CheckpointNumber>();
  for (const [number, commit] of checkpoints) {
    if (!isDead(commit)) places.set(commit, checkpointNumber(pick(number, places.get(commit) ?? number)));
  }
  return places;
}

function numberOutgoing(ascending: readonly (readonly [Oid, CheckpointNumber])[], floor: number): Placed[] {
  let next = floor + 1;
  return ascending.map(([commit, number]) => {
    const settled = checkpointNumber(Math.max(number, next));
    next = settled + 1;
    return { number: settled, commit };
  });
}

/** Those that stay unshared keep their number unless it is taken by now; then they go behind everything. */
function placeStaying(
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
  const moved = placed(after, (commit, number) => own.has(commit) && own.get(commit) !== number);
  return moved.map(({ number, commit }) => ({ from: own.get(commit) ?? number, to: number, commit }));
}

/** Those that count, ascending. */
function placed(checkpoints: CheckpointRefs, counts: (commit: Oid, number: CheckpointNumber) => boolean): Placed[] {
  const found: Placed[] = [];
  for (const [number, commit] of checkpoints) if (counts(commit, number)) found.push({ number, commit });
  return found.sort((one, other) => one.number - other.number);
}

function byNumber(one: readonly [Oid, number], other: readonly [Oid, number]): number {
  return one[1] - other[1];
}
