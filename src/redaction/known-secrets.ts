import { looksGenerated } from './oddity.ts';

const MIN_LENGTH = 12;
/** Every text is searched for each of them. */
const MAX_KNOWN = 50;

/** What was a secret where its name stood beside it is one where it stands alone. */
export class KnownSecrets {
  readonly #kinds = new Map<string, string>();
  #pattern: RegExp | undefined;

  /** A word that people choose may mean something else elsewhere: only what a generator made is remembered. */
  remember(value: string, kind: string): void {
    if (value.length < MIN_LENGTH || this.#kinds.size >= MAX_KNOWN || !looksGenerated(value)) return;
    this.#kinds.set(value, kind);
    this.#pattern = undefined;
  }

  get isEmpty(): boolean {
    return this.#kinds.size === 0;
  }

  hide(text: string): string {
    if (this.isEmpty) return text;
    this.#pattern ??= patternOf([...this.#kinds.keys()]);
    return text.replace(this.#pattern, (value) => `[REDACTED:${this.#kinds.get(value)}]`);
  }
}

/** The longest first: one may begin another. */
function patternOf(values: readonly string[]): RegExp {
  const sorted = values.toSorted((a, b) => b.length - a.length);
  return new RegExp(sorted.map((value) => value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
}
