import type { Oid } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { CHECKPOINTS } from '../store/refs.ts';
import { type Entry, RefLines } from './ref-lines.ts';

/**
 * Checkpoints by number. There may be tens of thousands, of which a sync needs few: two lists are compared without making anything of
 * what is the same in both. Consists of parts, of which a later one counts more.
 */
export class Listing {
  readonly #base: RefLines;
  /** What is otherwise than in the base; undefined where it is left out. */
  readonly #over = new Map<CheckpointNumber, Oid | undefined>();

  constructor(parts: readonly string[], prefix = CHECKPOINTS) {
    const [first = '', ...rest] = parts;
    this.#base = RefLines.of(first, prefix);
    for (const part of rest)
      for (const [number, commit] of RefLines.read(part, prefix).entries()) this.#over.set(number, commit);
  }

  static of(checkpoints: Iterable<Entry>): Listing {
    return new Listing([[...checkpoints].map(([number, commit]) => `${commit} ${CHECKPOINTS}${number}\n`).join('')]);
  }

  /** No number in it is larger. */
  get highest(): number {
    let highest = this.#base.highest;
    for (const number of this.#over.keys()) if (number > highest) highest = number;
    return highest;
  }

  get(number: CheckpointNumber): Oid | undefined {
    return this.#over.has(number) ? this.#over.get(number) : this.#base.get(number);
  }

  delete(number: CheckpointNumber): void {
    this.#over.set(number, undefined);
  }

  *[Symbol.iterator](): Generator<Entry> {
    for (const [number, commit] of this.#base.entries()) if (!this.#over.has(number)) yield [number, commit];
    for (const [number, commit] of this.#over) if (commit !== undefined) yield [number, commit];
  }

  /** Those for which another list has nothing, or another commit. */
  differingFrom(other: Listing): Map<CheckpointNumber, Oid> {
    const found = new Map(this.#base.differingFrom(other.#base));
    for (const numbers of [this.#over.keys(), other.#over.keys()]) {
      for (const number of numbers) {
        const commit = this.get(number);
        if (commit === undefined || commit === other.get(number)) found.delete(number);
        else found.set(number, commit);
      }
    }
    return found;
  }

  equals(other: Listing): boolean {
    return this.differingFrom(other).size === 0 && other.differingFrom(this).size === 0;
  }

  /** The places of these commits; one may have two. */
  holding(commits: ReadonlySet<Oid>): Entry[] {
    const found = commits.size === 0 ? [] : this.#base.holding(commits).filter(([number]) => !this.#over.has(number));
    for (const [number, commit] of this.#over)
      if (commit !== undefined && commits.has(commit)) found.push([number, commit]);
    return found;
  }
}
