/** A small generator with a seed, so that a failing property can be run again. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 ≤ x < 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  list<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }
}

const awkward = [
  '',
  ' ',
  'a',
  'true',
  'no',
  'null',
  '~',
  '12',
  '1e3',
  '0x1f',
  '- x',
  '# x',
  'a: b',
  'a #b',
  '"q"',
  "it's",
  'tab\there',
  'line\nbreak',
  'end\n',
  '\nstart',
  ' lead',
  'trail ',
  'é',
  '日本語',
  '👩‍💻',
  '\u001b[31m',
  '\u2028',
  '\ufeffbom',
  '\u007f',
  '{a}',
  '[b]',
  '&anchor',
  '*alias',
  '!tag',
  '|',
  '>',
  '%',
  '@',
  '`',
  '\\',
  '..',
  '.5',
  '2026-01-02',
  '## Heading',
  '### Decisions',
  '| cell |',
  '---',
  'Blocked: x',
  'x\n\ny',
  'a/b.c',
];

/** Text that formats stumble over. */
export function awkwardText(random: Random): string {
  return random.list(3, () => random.pick(awkward)).join(random.pick(['', ' ', '\n', 'x']));
}
