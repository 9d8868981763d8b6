import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import { type CheckpointNumber, checkpointNumber } from '../core/number.ts';
import type { Ref } from '../git/engine.ts';
import { CHECKPOINTS, numberOf } from '../store/refs.ts';

/** A number beyond this is a mistake or malice: taking it over would leave no numbers for anybody. */
export const MAX_NUMBER = 100_000_000;

/** The commit of each checkpoint, by number. */
export type CheckpointRefs = ReadonlyMap<CheckpointNumber, Oid>;

/** The checkpoints among refs below a prefix. Other tools' refs, and numbers that nobody gave out, are left out. */
export function checkpointRefs(refs: readonly Ref[], prefix: string): Map<CheckpointNumber, Oid> {
  const found = new Map<CheckpointNumber, Oid>();
  for (const { ref, oid } of refs) {
    const digits = ref.startsWith(prefix) ? ref.slice(prefix.length) : '';
    if (/^[1-9]\d{0,8}$/.test(digits) && Number(digits) <= MAX_NUMBER) found.set(checkpointNumber(Number(digits)), oid);
  }
  return found;
}

/** The checkpoints here. One that could never be shared is told by name: passed over in silence, it would stay behind for ever. */
export function localCheckpointRefs(refs: readonly Ref[]): Map<CheckpointNumber, Oid> {
  const beyond = refs.map(({ ref }) => numberOf(ref)).find((number) => number !== undefined && number > MAX_NUMBER);
  if (beyond !== undefined) {
    throw new Failure('fatal', `checkpoint ${beyond} is beyond ${MAX_NUMBER}, the highest number that can be shared`, {
      hint: `Somebody used up the numbers. \`git checkpoint show ${beyond}\` still shows it, and nothing is lost; drop it, or do not share.`,
    });
  }
  return checkpointRefs(refs, CHECKPOINTS);
}

/**
 * How far a remote may be ahead of the highest number that is known here: more than a large team gives out in years, so that a new clone
 * is let in, and a hundredth of all numbers.
 */
export const MAX_JUMP = 1_000_000;

/** What a remote says about numbers. */
interface ClaimedNumbers {
  readonly remote: string;
  /** The highest number that is known here. */
  readonly known: number;
  readonly highWater: number;
  readonly numbers: Iterable<number>;
}

/**
 * Refuses numbers that leap far beyond the known ones: whoever may push could use all of them up with one line. What else the remote
 * has is no measure, for the same hand could have laid stepping stones.
 */
export function refuseLeap({ remote, known, highWater, numbers }: ClaimedNumbers): void {
  const highest = highestNumber(numbers);
  if (highest > known + MAX_JUMP) throw leap(remote, `has a checkpoint ${highest}`, known);
  if (highWater > known + MAX_JUMP)
    throw leap(remote, `says in its ledger that number ${highWater} was given out`, known);
}

function leap(remote: string, what: string, highest: number): Failure {
  return new Failure('fatal', `'${remote}' ${what}, far beyond ${highest}, the highest that is known`, {
    hint: `Nothing was changed here. Ask who may push to '${remote}' to look at refs/checkpoints/* and refs/checkpoint-meta/ledger there.`,
  });
}

export function highestNumber(numbers: Iterable<number>): number {
  let highest = 0;
  for (const number of numbers) if (number > highest) highest = number;
  return highest;
}

export function sameRefs(one: CheckpointRefs, other: CheckpointRefs): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const [number, commit] of one) if (other.get(number) !== commit) return false;
  return true;
}
