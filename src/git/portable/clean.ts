import { readFileSync, readlinkSync } from 'node:fs';
import type { Oid } from '../../core/checkpoint.ts';
import type { FileAttributes } from '../files/attributes.ts';
import { type BytePath, onDisk, textOf } from '../files/byte-path.ts';
import type { ConfigValues } from '../files/config-values.ts';
import { Refusal } from '../files/refusal.ts';
import { objectId } from '../hash.ts';
import { programOf, refuseCleaning } from './conversion.ts';
import type { Objects } from './objects.ts';

interface CleanSource {
  readonly root: string;
  readonly objects: Objects;
  readonly config: ConfigValues;
  attributes(path: BytePath): Promise<FileAttributes>;
}

interface FileToClean {
  readonly path: BytePath;
  readonly size: number;
  readonly isLink: boolean;
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
  async hash(file: FileToClean): Promise<Oid> {
    return objectId('sha1', 'blob', await this.bytes(file));
  }

  async write(file: FileToClean): Promise<Oid> {
    return this.#source.objects.write('blob', await this.bytes(file));
  }

  /** Whether a path can be compared at all without running a program. */
  async canClean(path: BytePath): Promise<boolean> {
    const { config } = this.#source;
    return programOf({ path, attributes: await this.#source.attributes(path), config }) === undefined;
  }

  /** The content to store, or a refusal; for asking before anything is written. */
  async bytes({ path, size, isLink }: FileToClean): Promise<Buffer> {
    const { root, config } = this.#source;
    if (isLink) return readlinkSync(onDisk(root, path), { encoding: 'buffer' });
    if (size > MAX_FILE_BYTES) throw new Refusal(`'${textOf(path)}', which is larger than ${MAX_FILE_BYTES >> 20} MB`);
    const bytes = readFileSync(onDisk(root, path));
    refuseCleaning({ path, attributes: await this.#source.attributes(path), config }, bytes);
    return bytes;
  }
}
