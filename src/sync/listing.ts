import type { Oid } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { RefLines } from '../git/engine.ts';
import { linesOnly } from '../git/files/ref-reader.ts';
import { CHECKPOINTS } from '../store/refs.ts';
import type { Agreement } from './agreement.ts';
import { type Entry, FEW, ListedRefs } from './listed-refs.ts';

/**
 * Checkpoints by number. There may be tens of thousands, of which a sync needs few: two lists are compared without making anything of
 * what is the same in both, and without reading what is known to be.
 */
export class Listing {
  readonly #lines: RefLines;
  readonly #prefix: string;
  readonly #agreed: Agreement | undefined;
  /** What is otherwise than in the settled part; undefined where it is left out. */
  readonly #over = new Map<CheckpointNumber, Oid | undefined>();

  constructor(lines: RefLines, about: { readonly prefix?: string; readonly agreed?: Agreement | undefined } = {}) {
    this.#lines = lines;
    this.#prefix = about.prefix ?? CHECKPOINTS;
    this.#agreed = about.agreed?.version === lines.version ? about.agreed : undefined;
    for (const [number, commit] of ListedRefs.read(lines.recent, this.#prefix).entries())
      this.#over.set(number, commit);
  }

  static of(checkpoints: Iterable<Entry>): Listing {
    const lines = [...checkpoints].map(([number, commit]) => `${commit} ${CHECKPOINTS}${number}\n`);
    return new Listing(linesOnly(lines.join('')));
  }

  get #base(): ListedRefs {
    return ListedRefs.of(this.#lines.settled(), this.#prefix);
  }

  /** No number in it is larger. */
  get highest(): number {
    let highest = this.#agreed?.highest ?? this.#base.highest;
    for (const number of this.#over.keys()) if (number > highest) highest = number;
    return highest;
  }

  get(number: CheckpointNumber): Oid | undefined {
    if (this.#over.has(number)) return this.#over.get(number);
    return this.#agreed !== undefined && number > this.#agreed.highest ? undefined : this.#base.get(number);
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
    const found = new Map(this.#isKnownToAgree(other) ? [] : this.#base.differingFrom(other.#base));
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
    const found = this.#mayHold(commits)
      ? this.#base.holding(commits).filter(([number]) => !this.#over.has(number))
      : [];
    for (const [number, commit] of this.#over)
      if (commit !== undefined && commits.has(commit)) found.push([number, commit]);
    return found;
  }

  /** What the settled parts of two lists agree about, for the next time; undefined when they do not, or may change at once. */
  agreementWith(other: Listing): Agreement | undefined {
    if (this.#agreed !== undefined && this.#isKnownToAgree(other)) return this.#agreed;
    const { version } = this.#lines;
    if (version === undefined || version !== other.#lines.version || this.#base !== other.#base) return undefined;
    return { version, highest: this.#base.highest };
  }

  #isKnownToAgree(other: Listing): boolean {
    return this.#agreed !== undefined && this.#agreed.version === other.#agreed?.version;
  }

  #mayHold(commits: ReadonlySet<Oid>): boolean {
    if (this.#agreed === undefined || commits.size > FEW) return commits.size > 0;
    return [...commits].some((commit) => this.#lines.mentions(commit));
  }
}
