import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import { readIfThere } from './read-if-there.ts';

const OID = 40;

/** The file of packed refs, read again only when it changed. It may hold tens of thousands of refs: one of them is found without parsing all. */
export class PackedRefs {
  readonly path: string;
  #bytes: Buffer = Buffer.alloc(0);
  #state = '';

  constructor(commonDir: string) {
    this.path = join(commonDir, 'packed-refs');
  }

  find(ref: string): Oid | undefined {
    const bytes = this.#read();
    const at = bytes.indexOf(` ${ref}\n`, 0, 'latin1');
    return at < OID ? undefined : bytes.toString('latin1', at - OID, at);
  }

  /** The first ref below a folder such as `refs/replace/`. */
  firstBelow(folder: string): string | undefined {
    const bytes = this.#read();
    const at = bytes.indexOf(` ${folder}`, 0, 'latin1');
    return at < OID ? undefined : bytes.toString('latin1', at + 1, bytes.indexOf('\n', at));
  }

  all(): Map<string, Oid> {
    const refs = new Map<string, Oid>();
    for (const line of this.#read().toString('latin1').split('\n')) {
      if (line.length > OID + 1 && line[OID] === ' ' && line[0] !== '#')
        refs.set(line.slice(OID + 1), line.slice(0, OID));
    }
    return refs;
  }

  /** The file's text without some refs, or undefined when it has none of them. */
  without(refs: ReadonlySet<string>): string | undefined {
    const text = readIfThere(this.path)?.toString('latin1') ?? '';
    const kept: string[] = [];
    let dropping = false;
    let changed = false;
    for (const line of text.split(/(?<=\n)/)) {
      // A `^` line is the peeled value of the tag in the line before it.
      dropping = line.startsWith('^') ? dropping : refs.has(line.slice(OID + 1).trimEnd());
      if (!dropping) kept.push(line);
      changed ||= dropping;
    }
    return changed ? kept.join('') : undefined;
  }

  #read(): Buffer {
    const found = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    const state = found === undefined ? 'absent' : `${found.ino} ${found.size} ${found.mtimeNs}`;
    if (state !== this.#state) this.#bytes = readIfThere(this.path) ?? Buffer.alloc(0);
    this.#state = state;
    return this.#bytes;
  }
}
