import { readFileSync, readlinkSync, type Stats } from 'node:fs';
import type { Oid } from '../../core/checkpoint.ts';
import { LINK, SUBMODULE } from '../../core/tree-change.ts';
import type { Leaf } from '../edit-tree.ts';
import type { Attributes } from '../files/attributes.ts';
import { type BytePath, onDisk, textOf } from '../files/byte-path.ts';
import type { ConfigValues } from '../files/config-values.ts';
import { Refusal } from '../files/refusal.ts';
import { objectId } from '../hash.ts';
import { programOf, refuseCleaning } from './conversion.ts';
import type { Objects } from './objects.ts';
import { headBelow } from './submodule.ts';

interface CleanSource {
  readonly root: string;
  readonly objects: Objects;
  readonly config: ConfigValues;
  readonly attributes: Pick<Attributes, 'of'>;
}

/** A path, what is there now, and what the index has there. */
export interface FoundFile {
  readonly path: BytePath;
  readonly stat: Stats | undefined;
  readonly before?: Leaf | undefined;
}

/** A file is in memory three times over while it becomes a blob. */
const MAX_FILE_BYTES = 64 << 20;

/** Turns files of the working tree into blobs as `git add` would; one that git would convert is refused. */
export class Cleaner {
  readonly #source: CleanSource;

  constructor(source: CleanSource) {
    this.#source = source;
  }

  /** The id that the file would have; nothing is written. */
  async hash(path: BytePath, stat: Stats): Promise<Oid> {
    return objectId('sha1', 'blob', await this.#bytes(path, stat));
  }

  async write(path: BytePath, stat: Stats): Promise<Oid> {
    return this.#source.objects.write('blob', await this.#bytes(path, stat));
  }

  /** What a tree has at these paths, undefined for nothing. All are asked before the first is written: a refusal leaves nothing behind. */
  async leaves(found: readonly FoundFile[]): Promise<Map<BytePath, Leaf | undefined>> {
    for (const { path, stat } of found) if (stat?.isFile()) await this.#bytes(path, stat);
    const leaves = new Map<BytePath, Leaf | undefined>();
    for (const file of found) leaves.set(file.path, await this.#leaf(file));
    return leaves;
  }

  async #leaf({ path, stat, before }: FoundFile): Promise<Leaf | undefined> {
    if (stat === undefined) return undefined;
    if (!stat.isDirectory()) return { mode: this.#modeOf(stat, before?.mode), oid: await this.write(path, stat) };
    // A repository in the place of a file: the file is gone, and nobody said that this is a submodule.
    if (before !== undefined && before.mode !== SUBMODULE) return undefined;
    const oid = headBelow(onDisk(this.#source.root, path).toString());
    return oid === undefined ? undefined : { mode: SUBMODULE, oid };
  }

  /** Where the disk knows no exec bits or no links, the index remembers them. */
  #modeOf(stat: Stats, before: string | undefined): string {
    const { config } = this.#source;
    if (stat.isSymbolicLink() || (before === LINK && !config.flag('core.symlinks', true))) return LINK;
    if (!config.flag('core.filemode', true)) return before?.startsWith('100') ? before : '100644';
    return (stat.mode & 0o100) === 0 ? '100644' : '100755';
  }

  /** Whether a path can be compared at all without running a program. */
  async canClean(path: BytePath): Promise<boolean> {
    const { config } = this.#source;
    return programOf({ path, attributes: await this.#source.attributes.of(path), config }) === undefined;
  }

  /** The content to store, or a refusal. */
  async #bytes(path: BytePath, stat: Stats): Promise<Buffer> {
    const { root, config } = this.#source;
    if (stat.isSymbolicLink()) return readlinkSync(onDisk(root, path), { encoding: 'buffer' });
    if (stat.size > MAX_FILE_BYTES)
      throw new Refusal(`'${textOf(path)}', which is larger than ${MAX_FILE_BYTES >> 20} MB`);
    const bytes = readFileSync(onDisk(root, path));
    refuseCleaning({ path, attributes: await this.#source.attributes.of(path), config }, bytes);
    return bytes;
  }
}
