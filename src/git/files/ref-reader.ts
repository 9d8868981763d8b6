import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import type { Place, Ref } from '../engine.ts';
import { PackedRefs } from './packed-refs.ts';
import { isAbsence, readIfThere } from './read-if-there.ts';

const DEEPEST = 5;

/** Reads refs, loose before packed, each from the folder that it belongs to: a linked worktree has its own HEAD. */
export class RefReader {
  readonly packed: PackedRefs;
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
    this.packed = new PackedRefs(place.commonDir);
  }

  pathOf(ref: string): string {
    const own = !ref.startsWith('refs/') || /^refs\/(bisect|worktree|rewritten)\//.test(ref);
    return join(own ? this.#place.gitDir : this.#place.commonDir, ref);
  }

  /** What a ref says: an object or, when symbolic, another ref. */
  read(ref: string): { readonly oid: Oid } | { readonly target: string } | undefined {
    // git packs by writing packed-refs first and removing the loose file next: looked at in this order, a ref is in one of them.
    const text = readIfThere(this.pathOf(ref))?.toString('latin1');
    if (text !== undefined) return parseRef(text);
    const oid = this.packed.find(ref);
    return oid === undefined ? undefined : { oid };
  }

  /** The object that a ref comes to in the end. */
  resolve(ref: string): Oid | undefined {
    let name = ref;
    for (let depth = 0; depth < DEEPEST; depth += 1) {
      const value = this.read(name);
      if (value === undefined || 'oid' in value) return value?.oid;
      name = value.target;
    }
    return undefined;
  }

  list(prefix: string): Ref[] {
    const loose = this.#looseBelow(prefix.replace(/\/$/, ''));
    const packed = [...this.packed.all()].filter(([name]) => name.startsWith(prefix));
    const found = new Map<string, Oid | undefined>(packed);
    for (const name of loose) found.set(name, this.resolve(name));
    const refs = [...found].flatMap(([ref, oid]) => (oid === undefined ? [] : [{ ref, oid }]));
    return refs.sort((one, other) => (one.ref < other.ref ? -1 : 1));
  }

  #looseBelow(folder: string): string[] {
    try {
      return readdirSync(this.pathOf(`${folder}/`), { withFileTypes: true }).flatMap((entry) => {
        const name = `${folder}/${entry.name}`;
        if (entry.isDirectory()) return this.#looseBelow(name);
        return entry.name.endsWith('.lock') ? [] : [name];
      });
    } catch (error) {
      if (isAbsence(error)) return [];
      throw error;
    }
  }
}

function parseRef(text: string): { readonly oid: Oid } | { readonly target: string } | undefined {
  const target = /^ref:\s*(\S+)/.exec(text)?.[1];
  if (target !== undefined) return { target };
  const oid = /^([0-9a-f]{40})\s/.exec(`${text}\n`)?.[1];
  return oid === undefined ? undefined : { oid };
}
