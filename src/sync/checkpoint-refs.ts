import type { Oid } from '../core/checkpoint.ts';
import { type CheckpointNumber, checkpointNumber } from '../core/number.ts';
import type { Ref } from '../git/engine.ts';

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
