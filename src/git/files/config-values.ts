import type { ConfigEntry } from '../engine.ts';

/** Typed looks at the configuration, with git's spellings of yes and no. */
export class ConfigValues {
  readonly #last = new Map<string, string>();
  readonly entries: readonly ConfigEntry[];

  constructor(entries: readonly ConfigEntry[]) {
    this.entries = entries;
    for (const { key, value } of entries) this.#last.set(key, value);
  }

  text(key: string): string | undefined {
    return this.#last.get(key);
  }

  all(key: string): string[] {
    return this.entries.filter((entry) => entry.key === key).map(({ value }) => value);
  }

  flag(key: string, otherwise: boolean): boolean {
    const value = this.#last.get(key);
    return value === undefined ? otherwise : isTrue(value);
  }
}

export function isTrue(value: string): boolean {
  return /^(true|yes|on|[+-]?0*[1-9]\d*)$/i.test(value);
}
