import { createHash } from 'node:crypto';

/** An object of a pack and where it lies. */
interface PlacedObject {
  readonly oid: Buffer;
  readonly crc: number;
  readonly offset: number;
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
