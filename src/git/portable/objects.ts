import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { GitObject, ObjectType } from '../engine.ts';
import { type ConfigValues, isTrue } from '../files/config-values.ts';
import { ObjectStore } from '../files/object-store.ts';
import { Refusal } from '../files/refusal.ts';
import { emptyTree, objectId } from '../hash.ts';
import { type LooseStore, writeLoose } from '../loose.ts';
import { looseState } from '../loose-state.ts';
import { syncsLooseObjects } from '../repository-settings.ts';
import { parseTree, type RawEntry, REGULAR } from '../tree-bytes.ts';
import { readOnlyFiles } from './object-files.ts';
import { refuseLargePacks, refuseShared } from './supported.ts';

type IsomorphicGit = typeof import('isomorphic-git');

const EMPTY_TREE = emptyTree('sha1');

/** isomorphic-git keeps what it read for as long as its cache lives. After so many bytes it gets a new one. */
const MAX_CACHED_BYTES = 64 << 20;

/** The objects of one repository: read by isomorphic-git, written as the other engine writes loose ones. */
export class Objects {
  readonly git: IsomorphicGit;
  readonly gitDir: string;
  /** Says whether an object is there: isomorphic-git has no such call but to read it whole. */
  readonly #store: ObjectStore;
  readonly #loose: LooseStore;
  readonly #config: ConfigValues;
  #cache: object = {};
  #cachedBytes = 0;
  #packs = '';

  constructor(git: IsomorphicGit, place: RepositoryPaths, config: ConfigValues) {
    const directory = join(place.commonDir, 'objects');
    this.git = git;
    this.gitDir = place.commonDir;
    this.#store = new ObjectStore(directory);
    this.#loose = { directory, format: 'sha1', fsync: syncsLooseObjects(config.entries) };
    this.#config = config;
    this.#currentCache();
  }

  /** What every call of isomorphic-git is given that reads this repository. */
  reading(): { readonly fs: typeof readOnlyFiles; readonly gitdir: string; readonly cache: object } {
    return { fs: readOnlyFiles, gitdir: this.gitDir, cache: this.#currentCache() };
  }

  /** What isomorphic-git remembers between calls; a new one when other packs came, or it grew large. */
  #currentCache(): object {
    const folder = join(this.gitDir, 'objects', 'pack');
    const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => /\.(pack|idx)$/.test(name));
    const packs = names.join('\n');
    if (packs !== this.#packs) refuseLargePacks(names.map((name) => join(folder, name)));
    if (packs !== this.#packs || this.#cachedBytes > MAX_CACHED_BYTES) {
      this.#cache = {};
      this.#cachedBytes = 0;
      this.#packs = packs;
    }
    return this.#cache;
  }

  /** For what works on trees with any engine. A tree that it asks for must be there. */
  readonly trees = {
    objectFormat: 'sha1' as const,
    readObjects: (oids: readonly Oid[]): Promise<GitObject[]> =>
      Promise.all(oids.map(async (oid) => ({ oid, type: 'tree' as const, bytes: await this.load(oid, 'tree') }))),
    writeObject: (type: ObjectType, bytes: Uint8Array): Promise<Oid> => this.write(type, bytes),
  };

  /** Undefined when it is missing or damaged. */
  async find(oid: Oid): Promise<GitObject | undefined> {
    // A second try, because a repack may remove a pack while it is read.
    return (await this.#read(oid)) ?? (this.has(oid) ? this.#read(oid) : undefined);
  }

  async #read(oid: Oid): Promise<GitObject | undefined> {
    try {
      const read = await this.git.readObject({ ...this.reading(), oid, format: 'content' });
      const bytes = read.object as Buffer;
      this.#cachedBytes += bytes.length;
      return { oid, type: read.type as ObjectType, bytes };
    } catch (error) {
      if (error instanceof Failure || (error as NodeJS.ErrnoException).errno !== undefined) throw error;
      this.#cache = {};
      return undefined;
    }
  }

  has(oid: Oid): boolean {
    return oid === EMPTY_TREE || this.#store.has(oid);
  }

  /** Which objects are not there, or not what their ids say (see the engine's contract). */
  async missing(oids: readonly Oid[], since?: Date): Promise<Oid[]> {
    const missing: Oid[] = [];
    for (const oid of oids) {
      const isLoose = oid === EMPTY_TREE || (await looseState(this.#loose, oid, since)) === 'sound';
      if (!isLoose && !(await this.#isReadableElsewhere(oid, since !== undefined))) missing.push(oid);
    }
    return missing;
  }

  async #isReadableElsewhere(oid: Oid, isEnoughToBeThere: boolean): Promise<boolean> {
    if (!this.#store.hasElsewhere(oid)) return false;
    if (isEnoughToBeThere) return true;
    const object = await this.find(oid);
    return object !== undefined && objectId('sha1', object.type, object.bytes) === oid;
  }

  /** An object that must be there. */
  async load(oid: Oid, type: ObjectType): Promise<Buffer> {
    const found = await this.find(oid);
    if (found?.type === type) return Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.length);
    if (found === undefined) this.expect(oid, type);
    const state = found === undefined ? 'missing or damaged' : `a ${found.type}`;
    throw new Failure('fatal', `the ${type} ${oid} is ${state}`, { hint: 'Run `git fsck` where there is a git.' });
  }

  /** Refuses, in a partial clone, what would be needed later and was never fetched. */
  expect(oid: Oid, type: ObjectType): void {
    const isPartial = this.#config.entries.some(
      ({ key, value }) => /^remote\..*\.promisor$/s.test(key) && isTrue(value),
    );
    if (isPartial && !this.has(oid))
      throw new Refusal(`a partial clone that lacks the ${type} ${oid}`, `git fetches it: \`git cat-file -e ${oid}\`.`);
  }

  /**
   * The entries of a tree that must be there. Read as bytes, because `readTree` of isomorphic-git changes names that are not UTF-8 and
   * stops at a backslash.
   */
  async tree(oid: Oid): Promise<RawEntry[]> {
    const entries = parseTree(await this.load(oid, 'tree'), 40);
    // Of the first versions of git; since then a file has an exec bit or none.
    return entries.map((entry) => (entry.mode === '100664' ? { ...entry, mode: REGULAR } : entry));
  }

  async write(type: ObjectType, bytes: Uint8Array): Promise<Oid> {
    refuseShared(this.#config);
    return writeLoose(this.#loose, type, bytes);
  }

  close(): void {
    this.#store.close();
    this.#cache = {};
  }
}
