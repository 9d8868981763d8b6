import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Oid } from '../../core/checkpoint.ts';
import type { GitObject, ObjectType } from '../engine.ts';

const kinds: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };

export interface PackBytes {
  readonly pack: Buffer;
  readonly index: Buffer;
  /** What git names the two files after. */
  readonly id: Oid;
}

/** An object of a pack and where it lies. */
export interface PlacedObject {
  readonly oid: Buffer;
  readonly crc: number;
  readonly offset: number;
}

/** A pack with its index. Every object is written whole: such packs are small, and the next gc makes deltas. */
export function renderPack(objects: readonly GitObject[]): PackBytes {
  const head = Buffer.alloc(12);
  head.write('PACK', 'latin1');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(objects.length, 8);
  const parts: Buffer[] = [head];
  const placed: PlacedObject[] = [];
  let offset = head.length;
  for (const { oid, type, bytes } of objects) {
    const entry = Buffer.concat([entryHead(kinds[type], bytes.length), deflateSync(bytes)]);
    placed.push({ oid: Buffer.from(oid, 'hex'), crc: crc32(entry), offset });
    parts.push(entry);
    offset += entry.length;
  }
  const body = Buffer.concat(parts);
  const sum = sha1(body);
  return { pack: Buffer.concat([body, sum]), index: renderPackIndex(placed, sum), id: sum.toString('hex') };
}

function entryHead(kind: number, size: number): Buffer {
  const bytes = [(kind << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest & 0x7f);
  }
  return Buffer.from(bytes);
}

/** From here on an offset stands in a table of its own, and its place there in the first one. */
const LARGE = 2 ** 31;

/** The index of a pack, version 2. */
export function renderPackIndex(placed: readonly PlacedObject[], packSum: Buffer): Buffer {
  const sorted = [...placed].sort((one, other) => Buffer.compare(one.oid, other.oid));
  const fanout = Buffer.alloc(256 * 4);
  for (let first = 0; first < 256; first += 1)
    fanout.writeUInt32BE(sorted.filter(({ oid }) => (oid[0] ?? 0) <= first).length, first * 4);
  const numbers = (pick: (object: PlacedObject) => number) => {
    const bytes = Buffer.alloc(sorted.length * 4);
    for (const [at, object] of sorted.entries()) bytes.writeUInt32BE(pick(object), at * 4);
    return bytes;
  };
  const large = sorted.filter(({ offset }) => offset >= LARGE);
  const places = new Map(large.map(({ offset }, at) => [offset, LARGE + at]));
  const body = Buffer.concat([
    Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]),
    fanout,
    ...sorted.map(({ oid }) => oid),
    numbers(({ crc }) => crc),
    numbers(({ offset }) => places.get(offset) ?? offset),
    ...large.map(({ offset }) => wide(offset)),
    packSum,
  ]);
  return Buffer.concat([body, sha1(body)]);
}

function wide(offset: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(offset));
  return bytes;
}

function sha1(bytes: Buffer): Buffer {
  return createHash('sha1').update(bytes).digest();
}
