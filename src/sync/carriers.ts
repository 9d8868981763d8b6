import type { Oid } from '../core/checkpoint.ts';
import { pathFromBytes } from '../core/path-text.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine, GitObject } from '../git/engine.ts';
import { parseTree, type RawEntry } from '../git/tree-bytes.ts';

const AT_ONCE = 256;

/** Which new objects carry which: asked here, and not of a process for each checkpoint. */
export class Carriers {
  readonly #carriers = new Map<Oid, Oid[]>();
  readonly #trees = new Map<Oid, readonly RawEntry[]>();
  readonly #wanted: ReadonlySet<Oid>;

  private constructor(wanted: ReadonlySet<Oid>) {
    this.#wanted = wanted;
  }

  /** Reads new commits and trees, and remembers of what they hold only those and the wanted. */
  static async read(engine: GitEngine, holders: readonly Oid[], wanted: readonly Oid[]): Promise<Carriers> {
    const carriers = new Carriers(new Set([...holders, ...wanted]));
    for (let at = 0; at < holders.length; at += AT_ONCE)
      for (const object of await engine.readObjects(holders.slice(at, at + AT_ONCE)))
        for (const held of carriers.#heldBy(object)) carriers.#add(held, object?.oid ?? '');
    return carriers;
  }

  #heldBy(object: GitObject | undefined): Oid[] {
    if (object?.type === 'tree') {
      const entries = parseTree(object.bytes, object.oid.length).filter(({ oid }) => this.#wanted.has(oid));
      this.#trees.set(object.oid, entries);
      return entries.map(({ oid }) => oid);
    }
    const commit = object === undefined ? undefined : parseCommit(object.bytes);
    return commit === undefined ? [] : [commit.tree, ...commit.parents];
  }

  #add(held: Oid, carrier: Oid): void {
    const carriers = this.#carriers.get(held);
    if (carriers === undefined) this.#carriers.set(held, [carrier]);
    else carriers.push(carrier);
  }

  /** All that carries an object, itself included. */
  of(oid: Oid): ReadonlySet<Oid> {
    const found = new Set([oid]);
    for (const held of found) for (const carrier of this.#carriers.get(held) ?? []) found.add(carrier);
    return found;
  }

  /** Where in a tree an object lies that has these carriers. */
  pathIn(tree: Oid, oid: Oid, carriers: ReadonlySet<Oid>): string | undefined {
    for (const entry of this.#trees.get(tree) ?? []) {
      const name = pathFromBytes(Buffer.from(entry.name, 'latin1'));
      if (entry.oid === oid) return name;
      const below = carriers.has(entry.oid) ? this.pathIn(entry.oid, oid, carriers) : undefined;
      if (below !== undefined) return `${name}/${below}`;
    }
    return undefined;
  }
}
