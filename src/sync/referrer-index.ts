import type { Oid } from '../core/checkpoint.ts';
import { pathFromBytes } from '../core/path-text.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine, GitObject } from '../git/engine.ts';
import { parseTree, type RawEntry } from '../git/tree-bytes.ts';

const BATCH_SIZE = 256;

/** Which new commits and trees refer to which objects. One reading answers for all checkpoints, where git would need a process for each. */
export class ReferrerIndex {
  readonly #referrers = new Map<Oid, Oid[]>();
  readonly #trees = new Map<Oid, readonly RawEntry[]>();
  readonly #wanted: ReadonlySet<Oid>;

  private constructor(wanted: ReadonlySet<Oid>) {
    this.#wanted = wanted;
  }

  /** Reads new commits and trees, and keeps only references to them and to the wanted objects. */
  static async read(engine: GitEngine, sources: readonly Oid[], wanted: readonly Oid[]): Promise<ReferrerIndex> {
    const index = new ReferrerIndex(new Set([...sources, ...wanted]));
    for (let at = 0; at < sources.length; at += BATCH_SIZE)
      for (const object of await engine.readObjects(sources.slice(at, at + BATCH_SIZE)))
        for (const target of index.#referencesOf(object)) index.#add(target, object?.oid ?? '');
    return index;
  }

  #referencesOf(object: GitObject | undefined): Oid[] {
    if (object?.type === 'tree') {
      const entries = parseTree(object.bytes, object.oid.length).filter(({ oid }) => this.#wanted.has(oid));
      this.#trees.set(object.oid, entries);
      return entries.map(({ oid }) => oid);
    }
    const commit = object === undefined ? undefined : parseCommit(object.bytes);
    return commit === undefined ? [] : [commit.tree, ...commit.parents];
  }

  #add(target: Oid, referrer: Oid): void {
    const referrers = this.#referrers.get(target);
    if (referrers === undefined) this.#referrers.set(target, [referrer]);
    else referrers.push(referrer);
  }

  /** All that refer to an object, directly or not, and itself. */
  of(oid: Oid): ReadonlySet<Oid> {
    const found = new Set([oid]);
    for (const target of found) for (const referrer of this.#referrers.get(target) ?? []) found.add(referrer);
    return found;
  }

  /** The path in a tree of an object that has these referrers. */
  pathIn(tree: Oid, oid: Oid, referrers: ReadonlySet<Oid>): string | undefined {
    for (const entry of this.#trees.get(tree) ?? []) {
      const name = pathFromBytes(Buffer.from(entry.name, 'latin1'));
      if (entry.oid === oid) return name;
      const below = referrers.has(entry.oid) ? this.pathIn(entry.oid, oid, referrers) : undefined;
      if (below !== undefined) return `${name}/${below}`;
    }
    return undefined;
  }
}
