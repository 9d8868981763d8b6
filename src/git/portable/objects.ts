import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { World } from '../../core/world.ts';
import type { GitObject, ObjectType } from '../engine.ts';
import { ObjectStore } from '../files/object-store.ts';
import { DamagedObject, type PeekedObject } from '../files/pack-file.ts';
import type { RefReader } from '../files/ref-reader.ts';
import { Refusal } from '../files/refusal.ts';
import { emptyTree } from '../hash.ts';
import { type LooseStore, writeLoose } from '../loose.ts';
import { syncsLooseObjects } from '../repository-settings.ts';
import { parseTree, type RawEntry, REGULAR } from '../tree-bytes.ts';
import { type ConfigValues, isTrue } from './config-values.ts';
import { refuseShared } from './supported.ts';

interface ObjectsSource {
  readonly config: ConfigValues;
  readonly refs: RefReader;
  readonly env: World['env'];
}

const EMPTY_TREE = emptyTree('sha1');

/** Reads and writes the objects of one repository. */
export class Objects {
  readonly store: ObjectStore;
  readonly #loose: LooseStore;
  readonly #config: ConfigValues;
  readonly #refs: RefReader;
  readonly #replaces: boolean;
  #replaced: ReadonlyMap<Oid, Oid> | undefined;

  constructor(place: RepositoryPaths, source: ObjectsSource) {
    const directory = join(place.commonDir, 'objects');
    const { config, refs, env } = source;
    this.store = new ObjectStore(directory);
    this.#loose = { directory, format: 'sha1', fsync: syncsLooseObjects(config.entries) };
    this.#config = config;
    this.#refs = refs;
    this.#replaces = env['GIT_NO_REPLACE_OBJECTS'] === undefined && config.flag('core.usereplacerefs', true);
  }

  /** Undefined when it is missing or damaged. */
  find(oid: Oid): GitObject | undefined {
    try {
      const found = this.store.find(this.#replacements().get(oid) ?? oid);
      if (found !== undefined) return { oid, ...found };
    } catch (error) {
      if (!(error instanceof DamagedObject)) throw error;
      return undefined;
    }
    return oid === EMPTY_TREE ? { oid, type: 'tree', bytes: new Uint8Array() } : undefined;
  }

  /** How an object begins, and its size; undefined when it is missing or damaged. */
  peek(oid: Oid): PeekedObject | undefined {
    return this.store.peek(this.#replacements().get(oid) ?? oid);
  }

  has(oid: Oid): boolean {
    return oid === EMPTY_TREE || this.store.has(oid);
  }

  /** An object that must be there. */
  load(oid: Oid, type: ObjectType): Buffer {
    const found = this.find(oid);
    if (found?.type === type) return Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.length);
    if (found === undefined && this.#isPartial()) throw lacking(oid, type);
    throw new Failure(
      'fatal',
      `the ${type} ${oid} is ${found === undefined ? 'missing or damaged' : `a ${found.type}`}`,
      {
        hint: 'Run `git fsck` where there is a git.',
      },
    );
  }

  /** Refuses, in a partial clone, what would be needed later and was never fetched. */
  expect(oid: Oid, type: ObjectType): void {
    if (this.#isPartial() && !this.has(oid)) throw lacking(oid, type);
  }

  #isPartial(): boolean {
    return this.#config.entries.some(({ key, value }) => /^remote\..*\.promisor$/s.test(key) && isTrue(value));
  }

  /** The entries of a tree that must be there. */
  tree(oid: Oid): RawEntry[] {
    const entries = parseTree(this.load(oid, 'tree'), 40);
    // Of the first versions of git; since then a file has an exec bit or none.
    return entries.map((entry) => (entry.mode === '100664' ? { ...entry, mode: REGULAR } : entry));
  }

  write(type: ObjectType, bytes: Uint8Array): Oid {
    return writeLoose(this.writable(), type, bytes);
  }

  /** Where loose objects may be written. */
  writable(): LooseStore {
    refuseShared(this.#config);
    return this.#loose;
  }

  close(): void {
    this.store.close();
  }

  #replacements(): ReadonlyMap<Oid, Oid> {
    if (this.#replaced === undefined) {
      const refs = this.#replaces ? this.#refs.list('refs/replace/') : [];
      this.#replaced = new Map(refs.map(({ ref, oid }) => [ref.slice('refs/replace/'.length), oid]));
    }
    return this.#replaced;
  }
}

function lacking(oid: Oid, type: ObjectType): Refusal {
  return new Refusal(`a partial clone that lacks the ${type} ${oid}`, `git fetches it: \`git cat-file -e ${oid}\`.`);
}
