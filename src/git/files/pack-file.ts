import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants, inflateSync } from 'node:zlib';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import type { ObjectType } from '../engine.ts';
import { applyDelta } from './delta.ts';

/** Bytes in the object store that are no object. */
export class DamagedObject extends Failure {
  constructor(path: string, cause?: unknown) {
    super('fatal', `${path} is damaged`, { hint: 'Run `git fsck` where there is a git.', cause });
  }
}

export interface RawObject {
  readonly type: ObjectType;
  readonly bytes: Buffer;
}

type Base = { readonly offset: number } | { readonly oid: Oid };

const types: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const OFFSET_DELTA = 6;
const NAMED_DELTA = 7;
const MAX_HEAD = 64;
/** Bytes of bases that are kept: neighbours in a pack share them. */
const MAX_KEPT = 16 << 20;

/** The entry at an offset, as it lies in the file. */
interface PackEntry {
  readonly type?: ObjectType;
  readonly base?: Base;
  readonly size: number;
  /** Where its compressed bytes begin. */
  readonly data: number;
}

/** Finds a base that is named by its id: an offset in the same pack, or an object from elsewhere. */
type BaseFinder = (oid: Oid) => number | RawObject | undefined;

/** The file of a pack, read by positioned reads: an object costs its own compressed bytes and those of its delta bases. */
export class PackFile {
  readonly #path: string;
  readonly #size: number;
  readonly #file: number;
  readonly #kept = new Map<number, RawObject>();
  #keptBytes = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'r');
    this.#size = fstatSync(this.#file).size;
  }

  close(): void {
    closeSync(this.#file);
  }

  read(offset: number, findBase: BaseFinder): RawObject {
    const deltas: { readonly offset: number; readonly entry: PackEntry }[] = [];
    let at = offset;
    let found = this.#kept.get(at);
    while (found === undefined) {
      const entry = this.#entryAt(at);
      if (entry.type !== undefined) found = this.#keep(at, { type: entry.type, bytes: this.#inflate(entry) });
      else {
        deltas.push({ offset: at, entry });
        const base = this.#baseOf(entry, findBase);
        if (typeof base === 'number') found = this.#kept.get((at = base));
        else found = base;
      }
    }
    for (const { offset: place, entry } of deltas.reverse()) {
      found = this.#keep(place, { type: found.type, bytes: applyDelta(found.bytes, this.#inflate(entry)) });
    }
    return found;
  }

  #baseOf({ base }: PackEntry, findBase: BaseFinder): number | RawObject {
    if (base !== undefined && 'offset' in base) return base.offset;
    const found = base === undefined ? undefined : findBase(base.oid);
    if (found === undefined) throw this.#damaged();
    return found;
  }

  #entryAt(offset: number): PackEntry {
    const head = this.#bytes(offset, MAX_HEAD);
    let byte = head[0] ?? 0;
    let at = 1;
    const kind = (byte >> 4) & 7;
    let size = byte & 15;
    for (let scale = 16; byte & 0x80; scale *= 128) {
      byte = head[at++] ?? 0;
      size += (byte & 0x7f) * scale;
    }
    const type = types[kind];
    if (type !== undefined) return { type, size, data: offset + at };
    if (kind === NAMED_DELTA) return { base: { oid: head.toString('hex', at, at + 20) }, size, data: offset + at + 20 };
    if (kind !== OFFSET_DELTA) throw this.#damaged();
    byte = head[at++] ?? 0;
    let distance = byte & 0x7f;
    while (byte & 0x80) {
      byte = head[at++] ?? 0;
      distance = (distance + 1) * 128 + (byte & 0x7f);
    }
    if (distance <= 0 || distance > offset) throw this.#damaged();
    return { base: { offset: offset - distance }, size, data: offset + at };
  }

  #inflate({ data, size }: PackEntry): Buffer {
    // The compressed length is not recorded; this is the most that zlib makes of `size` bytes.
    const most = size + (size >> 9) + 128;
    // A commit of 300 bytes that is kept would keep all of the 16 KB that zlib takes for it unless told otherwise.
    const chunkSize = Math.max(constants.Z_MIN_CHUNK, Math.min(constants.Z_DEFAULT_CHUNK, size + 1));
    try {
      const bytes = inflateSync(this.#bytes(data, most), { maxOutputLength: Math.max(1, size), chunkSize });
      if (bytes.length === size) return bytes;
    } catch (cause) {
      throw this.#damaged(cause);
    }
    throw this.#damaged();
  }

  #bytes(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.#size - position)));
    for (let at = 0; at < bytes.length; ) {
      const got = readSync(this.#file, bytes, at, bytes.length - at, position + at);
      if (got === 0) throw this.#damaged();
      at += got;
    }
    return bytes;
  }

  #keep(offset: number, object: RawObject): RawObject {
    if (object.bytes.length > MAX_KEPT / 4) return object;
    if (this.#keptBytes + object.bytes.length > MAX_KEPT) {
      this.#kept.clear();
      this.#keptBytes = 0;
    }
    this.#kept.set(offset, object);
    this.#keptBytes += object.bytes.length;
    return object;
  }

  #damaged(cause?: unknown): DamagedObject {
    return new DamagedObject(this.#path, cause);
  }
}
