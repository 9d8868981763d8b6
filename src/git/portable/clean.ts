import { createReadStream, readFileSync, readlinkSync } from 'node:fs';
import type { Oid } from '../../core/checkpoint.ts';
import { Refusal } from '../files/refusal.ts';
import { objectId } from '../hash.ts';
import type { FileAttributes } from './attributes.ts';
import { type BytePath, onDisk } from './byte-path.ts';
import type { ConfigValues } from './config-values.ts';
import { type Conversion, conversionOf } from './conversion.ts';
import { addStats, CrlfRemover, finishStats, looksBinary, newStats, statsOf, type TextStats } from './line-ends.ts';
import type { Objects } from './objects.ts';
import { hashStream, writeStream } from './stream-blob.ts';

export interface CleanSource {
  readonly root: string;
  readonly objects: Objects;
  readonly config: ConfigValues;
  attributes(path: BytePath): FileAttributes;
  /** The blob that the index has at a path. */
  indexed(path: BytePath): Oid | undefined;
}

/** Files up to this size are read at once. */
const SMALL = 1 << 20;

export interface FileToClean {
  readonly path: BytePath;
  readonly size: number;
  readonly isLink: boolean;
}

/** Turns files of the working tree into blobs as `git add` would: line ends and `$Id$` as attributes and settings say. */
export class Cleaner {
  readonly #source: CleanSource;

  constructor(source: CleanSource) {
    this.#source = source;
  }

  /** The id that the file would have; nothing is written. */
  async hash(file: FileToClean): Promise<Oid> {
    if (this.#atOnce(file)) return objectId('sha1', 'blob', this.#bytes(file));
    return hashStream(await this.#stream(file));
  }

  /** Refuses, before anything is written, a path that only git can clean. */
  check(path: BytePath): void {
    this.#conversion(path);
  }

  /** Whether a path can be cleaned without running a program. */
  canClean(path: BytePath): boolean {
    try {
      this.#conversion(path);
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  async write(file: FileToClean): Promise<Oid> {
    const { objects } = this.#source;
    if (this.#atOnce(file)) return objects.write('blob', this.#bytes(file));
    return writeStream(objects.writable(), await this.#stream(file));
  }

  #bytes({ path, isLink }: FileToClean): Uint8Array {
    const place = onDisk(this.#source.root, path);
    if (isLink) return readlinkSync(place, { encoding: 'buffer' });
    const conversion = this.#conversion(path);
    const bytes = readFileSync(place);
    const remover = this.#removesCrlf(path, conversion, () => statsOf(bytes)) ? new CrlfRemover() : undefined;
    const text = remover === undefined ? bytes : Buffer.concat([remover.push(bytes), remover.end()]);
    return conversion.ident ? collapseIdent(text) : text;
  }

  async #stream({ path, size }: FileToClean) {
    const place = onDisk(this.#source.root, path);
    const conversion = this.#conversion(path);
    if (conversion.lineEnds.convert === 'never') return { path: place, size, removeCrlf: false };
    const stats = newStats();
    for await (const chunk of createReadStream(place)) addStats(stats, chunk as Buffer);
    const counted = finishStats(stats);
    const removeCrlf = this.#removesCrlf(path, conversion, () => counted);
    return { path: place, size: removeCrlf ? size - counted.crlf : size, removeCrlf };
  }

  #atOnce({ path, size, isLink }: FileToClean): boolean {
    return isLink || size <= SMALL || this.#conversion(path).ident;
  }

  #conversion(path: BytePath): Conversion {
    return conversionOf(path, this.#source.attributes(path), this.#source.config);
  }

  #removesCrlf(path: BytePath, { lineEnds }: Conversion, count: () => TextStats): boolean {
    if (lineEnds.convert === 'never') return false;
    const stats = count();
    if (stats.crlf === 0) return false;
    return lineEnds.convert === 'always' || (!looksBinary(stats) && !this.#hasCrlf(path));
  }

  /** A file that was committed with CRLF keeps it, unless it is declared a text. */
  #hasCrlf(path: BytePath): boolean {
    const oid = this.#source.indexed(path);
    const blob = oid === undefined ? undefined : this.#source.objects.find(oid);
    if (blob === undefined || !blob.bytes.includes(0x0d)) return false;
    const stats = statsOf(blob.bytes);
    return !looksBinary(stats) && stats.crlf > 0;
  }
}

/** `$Id: … $` is kept as `$Id$`. */
function collapseIdent(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(/\$Id:[^$\n]*\$/g, '$Id$'), 'latin1');
}
