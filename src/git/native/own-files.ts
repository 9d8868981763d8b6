import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { GitObject } from '../engine.ts';
import { ObjectStore } from '../files/object-store.ts';
import { RefReader } from '../files/ref-reader.ts';

const SMALL = 16_384;
const MAX_KNOWN = 256;
const isOid = /^[0-9a-f]{40}$/;
/** A whole ref name: one that asks for more of it has a sign that no name may have. */
const isRef = /^refs\/[^:^~{]+$/;

/**
 * The repository's own files, read without a git process. Only what is certain is answered: whatever is unusual, missing or
 * damaged is git's to judge.
 */
export class RepositoryFiles {
  readonly refs: RefReader;
  readonly #objects: ObjectStore;
  readonly #place: RepositoryPaths;
  /** Objects never change, and a command asks for the same few again and again. */
  readonly #known = new Map<Oid, GitObject>();
  #replaces: boolean | undefined;

  private constructor(place: RepositoryPaths) {
    this.refs = new RefReader(place);
    this.#place = place;
    this.#objects = new ObjectStore(join(place.commonDir, 'objects'));
  }

  /** Undefined where refs are stored in another way, and in a repository of somebody else's. */
  static open(place: RepositoryPaths): RepositoryFiles | undefined {
    const usual = isOwn(place) && !existsSync(join(place.commonDir, 'reftable'));
    return usual ? new RepositoryFiles(place) : undefined;
  }

  /** The object behind an oid or a full ref name, optionally with `^{tree}`; `absent` when there is no such ref. */
  find(name: string): GitObject | 'absent' | 'unknown' {
    if (this.#hasReplacements()) return 'unknown';
    try {
      const base = name.endsWith('^{tree}') ? name.slice(0, -7) : name;
      const oid = isOid.test(base) ? base : this.refs.resolve(base);
      if (oid === undefined) return isRef.test(name) ? 'absent' : 'unknown';
      const object = this.#load(oid);
      return base === name ? (object ?? 'unknown') : (this.#treeOf(object) ?? 'unknown');
    } catch {
      // A damaged file: git may know another copy of the object, and else says that it is damaged.
      return 'unknown';
    }
  }

  has(oid: Oid): boolean {
    try {
      return this.#objects.has(oid);
    } catch {
      // A pack that cannot be read: git says what is in it.
      return false;
    }
  }

  /** Whether an object lies in a pack, or in a repository that this one borrows from. */
  hasElsewhere(oid: Oid): boolean {
    try {
      return this.#objects.hasElsewhere(oid);
    } catch {
      // As above.
      return false;
    }
  }

  close(): void {
    this.#objects.close();
  }

  #load(oid: Oid): GitObject | undefined {
    const known = this.#known.get(oid);
    if (known !== undefined) return known;
    const found = this.#objects.find(oid);
    if (found === undefined) return undefined;
    const object = { oid, ...found };
    if (found.bytes.length <= SMALL && this.#known.size < MAX_KNOWN) this.#known.set(oid, object);
    return object;
  }

  #treeOf(object: GitObject | undefined): GitObject | undefined {
    if (object?.type !== 'commit') return undefined;
    const tree = /^tree ([0-9a-f]{40})\n/.exec(Buffer.from(object.bytes).toString('latin1', 0, 46))?.[1];
    return tree === undefined ? undefined : this.#load(tree);
  }

  /** Where objects stand in for others, git decides which. */
  #hasReplacements(): boolean {
    this.#replaces ??=
      existsSync(join(this.#place.commonDir, 'refs', 'replace')) ||
      this.refs.packed.firstBelow('refs/replace/') !== undefined;
    return this.#replaces;
  }
}

/** Whether the repository is this user's. Of another's, git decides whether it may be trusted, and says so. */
export function isOwn(place: RepositoryPaths): boolean {
  const user = process.getuid?.();
  return user === undefined || [place.root, place.gitDir, place.commonDir].every((path) => ownerOf(path) === user);
}

function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid;
}
