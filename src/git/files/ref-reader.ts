import { readdirSync, readlinkSync } from 'node:fs';
import type { Oid } from '../../core/checkpoint.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { lstatIfThere } from '../disk-path.ts';
import type { Ref } from '../engine.ts';
import { PackedRefs } from './packed-refs.ts';
import { isAbsence, readIfThere } from './read-if-there.ts';

const DEEPEST = 5;

/** Reads refs, loose before packed, each from the folder that it belongs to: a linked worktree has its own HEAD. */
export class RefReader {
  readonly packed: PackedRefs;
  readonly #place: RepositoryPaths;

  constructor(place: RepositoryPaths) {
    this.#place = place;
    this.packed = new PackedRefs(place.commonDir);
  }

  pathOf(ref: string): string {
    const own = !ref.startsWith('refs/') || /^refs\/(bisect|worktree|rewritten)\//.test(ref);
    return `${own ? this.#place.gitDir : this.#place.commonDir}/${ref}`;
  }

  /** What a ref says: an object or, when symbolic, another ref. */
  read(ref: string): { readonly oid: Oid } | { readonly target: string } | undefined {
    const path = this.pathOf(ref);
    const target = ref === 'HEAD' ? linkedBranch(path) : undefined;
    if (target !== undefined) return { target };
    // git packs by writing packed-refs first and removing the loose file next: looked at in this order, a ref is in one of them.
    const text = readIfThere(path)?.toString('latin1');
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

  /** All refs below a folder that ends in a slash, ascending. */
  list(prefix: string): readonly Ref[] {
    // Looked at in this order, for the reason above.
    const loose = this.#looseBelow(prefix.slice(0, -1));
    return overlay(this.packed.below(prefix), loose);
  }

  /** Loose refs and what they come to; undefined for a damaged one. */
  #looseBelow(folder: string): Map<string, Oid | undefined> {
    return new Map(this.#looseNames(folder).map((ref) => [ref, this.resolve(ref)]));
  }

  #looseNames(folder: string): string[] {
    try {
      return readdirSync(this.pathOf(`${folder}/`), { withFileTypes: true }).flatMap((entry) => {
        const name = `${folder}/${entry.name}`;
        if (entry.isDirectory()) return this.#looseNames(name);
        return entry.name.endsWith('.lock') ? [] : [name];
      });
    } catch (error) {
      if (isAbsence(error)) return [];
      throw error;
    }
  }
}

/** The branch that HEAD names where it is a symbolic link, as with `core.preferSymlinkRefs` and by the first versions of git. */
function linkedBranch(path: string): string | undefined {
  if (!lstatIfThere(path)?.isSymbolicLink()) return undefined;
  const target = readlinkSync(path);
  return target.startsWith('refs/') ? target : undefined;
}

/** Packed refs and over them the loose ones. */
function overlay(packed: readonly Ref[], loose: ReadonlyMap<string, Oid | undefined>): readonly Ref[] {
  if (loose.size === 0) return packed;
  const refs = packed.filter(({ ref }) => !loose.has(ref));
  for (const [ref, oid] of loose) if (oid !== undefined) refs.push({ ref, oid });
  return refs.sort((one, other) => (one.ref < other.ref ? -1 : 1));
}

function parseRef(text: string): { readonly oid: Oid } | { readonly target: string } | undefined {
  const target = /^ref:\s*(\S+)/.exec(text)?.[1];
  if (target !== undefined) return { target };
  const oid = /^([0-9a-f]{40})\s/.exec(`${text}\n`)?.[1];
  return oid === undefined ? undefined : { oid };
}
