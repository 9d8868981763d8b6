import type { Oid } from '../core/checkpoint.ts';
import type { CheckpointNumber } from '../core/number.ts';

/** A number beyond this is a mistake or malice: taking it over would leave no numbers for anybody. */
export const LARGEST_BELIEVED = 100_000_000;

const NEWLINE = 10;
export const FEW = 30;

export type Entry = readonly [CheckpointNumber, Oid];

/** By prefix, what was last read: the packed refs of either side, which are asked for again and again and change seldom. */
const known = new Map<string, { readonly source: string; readonly lines: ListedRefs }>();

/**
 * Refs as git lists them, lines of id, a sign and name. Ten thousand lines are split, joined and compared as texts, which is a tenth of
 * the work of reading each; only those that are asked about are read. What is another tool's, or not to be believed, is passed over.
 */
export class ListedRefs {
  /** Lines of id, space and number, for those that have one. */
  readonly #text: string;
  readonly #width: number;
  readonly #differences = new Map<ListedRefs, readonly Entry[]>();
  #lines: readonly string[] | undefined;
  #set: ReadonlySet<string> | undefined;
  #entries: ReadonlyMap<CheckpointNumber, Oid> | undefined;
  #highest: number | undefined;
  #asked = 0;

  private constructor(text: string, width: number) {
    this.#text = text;
    this.#width = width;
  }

  static read(source: string, prefix: string): ListedRefs {
    const width = Math.max(0, source.search(/[ \t]/));
    return new ListedRefs(source.split(`${source[width]}${prefix}`).join(' '), width);
  }

  /** Takes a text, or finds what was made of the same one before. Two sides that agree are one. */
  static of(source: string, prefix: string): ListedRefs {
    const before = known.get(prefix);
    if (before?.source === source) return before.lines;
    const fresh = ListedRefs.read(source, prefix);
    const alike = [...known.values()].find(({ lines }) => lines.#text === fresh.#text);
    const lines = alike?.lines ?? fresh;
    known.set(prefix, { source, lines });
    return lines;
  }

  get highest(): number {
    if (this.#highest !== undefined) return this.#highest;
    const text = this.#text;
    let highest = 0;
    let longest = this.#width + 2;
    for (let start = 0, end = longest; start < text.length; start = end + 1, end = start + longest) {
      // Lines have the length of the longest, or less: a number with fewer digits is a smaller one.
      if (text.charCodeAt(end) !== NEWLINE) end = text.indexOf('\n', start);
      if (end < 0) break;
      if (end - start < longest) continue;
      const number = this.#read(text.slice(start, end))?.[0] ?? 0;
      if (number > highest) [highest, longest] = [number, end - start];
    }
    this.#highest = highest;
    return highest;
  }

  entries(): ReadonlyMap<CheckpointNumber, Oid> {
    this.#entries ??= new Map(this.#readAll(this.#all()));
    return this.#entries;
  }

  get(number: CheckpointNumber): Oid | undefined {
    if (number > this.highest) return undefined;
    this.#asked += 1;
    if (this.#entries !== undefined || this.#asked > FEW) return this.entries().get(number);
    const end = this.#text.indexOf(` ${number}\n`);
    return end < 0 ? undefined : this.#text.slice(end - this.#width, end);
  }

  /** Those for which another list has nothing, or another id. */
  differingFrom(other: ListedRefs): readonly Entry[] {
    if (this === other) return [];
    const before = this.#differences.get(other);
    if (before !== undefined) return before;
    other.#set ??= new Set(other.#all());
    const theirs = other.#set;
    const found = this.#readAll(this.#all().filter((line) => !theirs.has(line)));
    this.#differences.set(other, found);
    return found;
  }

  /** The places of these ids. */
  holding(ids: ReadonlySet<Oid>): Entry[] {
    if (ids.size > FEW) return [...this.entries()].filter(([, id]) => ids.has(id));
    const lines = [...ids].flatMap((id) => [...this.#linesFrom(`${id} `)]);
    return this.#readAll(lines);
  }

  *#linesFrom(beginning: string): Generator<string> {
    for (let at = this.#text.indexOf(beginning); at >= 0; at = this.#text.indexOf(beginning, at + 1))
      yield this.#text.slice(at, this.#text.indexOf('\n', at));
  }

  #all(): readonly string[] {
    this.#lines ??= this.#text.split('\n');
    return this.#lines;
  }

  #readAll(lines: readonly string[]): Entry[] {
    return lines.map((line) => this.#read(line)).filter((entry) => entry !== undefined);
  }

  #read(line: string): Entry | undefined {
    const digits = line.slice(this.#width + 1);
    if (line[this.#width] !== ' ' || !/^[1-9]\d{0,8}$/.test(digits)) return undefined;
    const number = Number(digits);
    return number > LARGEST_BELIEVED ? undefined : [number as CheckpointNumber, line.slice(0, this.#width)];
  }
}
