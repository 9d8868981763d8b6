import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import { readIfThere } from './read-if-there.ts';

/** The file of packed refs, parsed again only when it changed. */
export class PackedRefs {
  readonly path: string;
  #refs: ReadonlyMap<string, Oid> = new Map();
  #state = '';

  constructor(commonDir: string) {
    this.path = join(commonDir, 'packed-refs');
  }

  all(): ReadonlyMap<string, Oid> {
    const found = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    const state = found === undefined ? 'absent' : `${found.ino} ${found.size} ${found.mtimeNs}`;
    if (state !== this.#state) this.#refs = parse(readIfThere(this.path)?.toString('latin1') ?? '');
    this.#state = state;
    return this.#refs;
  }

  /** The file's text without some refs, or undefined when it has none of them. */
  without(refs: ReadonlySet<string>): string | undefined {
    const text = readIfThere(this.path)?.toString('latin1') ?? '';
    const kept: string[] = [];
    let dropping = false;
    let changed = false;
    for (const line of text.split(/(?<=\n)/)) {
      // A `^` line is the peeled value of the tag in the line before it.
      dropping = line.startsWith('^') ? dropping : refs.has(line.slice(41).trimEnd());
      if (!dropping) kept.push(line);
      changed ||= dropping;
    }
    return changed ? kept.join('') : undefined;
  }
}

function parse(text: string): Map<string, Oid> {
  const refs = new Map<string, Oid>();
  for (const line of text.split('\n')) {
    if (line.length > 41 && line[40] === ' ' && line[0] !== '#') refs.set(line.slice(41), line.slice(0, 40));
  }
  return refs;
}
