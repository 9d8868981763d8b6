import { crc32 } from 'node:zlib';
import type { Oid } from '../../core/checkpoint.ts';
import { DamagedObject, type PackEntry, PackFile, type RawObject } from '../files/pack-file.ts';
import { objectId } from '../hash.ts';
import { type PlacedObject, renderPackIndex } from './pack-bytes.ts';

export interface IndexedPack {
  readonly index: Buffer;
  readonly offsets: ReadonlyMap<Oid, number>;
}

const HEADER = 12;
const SUM = 20;

/** Makes the index of a pack that was received, looking at every object in it. */
export function indexPack(path: string, look: (oid: Oid, object: RawObject) => void): IndexedPack {
  const file = new PackFile(path);
  try {
    const entries = scan(file);
    const offsets = new Map<Oid, number>();
    const placed: PlacedObject[] = [];
    const settle = ({ offset, crc }: Scanned): void => {
      const object = file.read(offset, (oid) => offsets.get(oid));
      const oid = objectId('sha1', object.type, object.bytes);
      offsets.set(oid, offset);
      placed.push({ oid: Buffer.from(oid, 'hex'), crc, offset });
      look(oid, object);
    };
    for (const entry of entries.filter(({ entry: { base } }) => base === undefined || 'offset' in base)) settle(entry);
    settleNamed(entries, offsets, settle);
    return { index: renderPackIndex(placed, file.bytes(file.size - SUM, SUM)), offsets };
  } finally {
    file.close();
  }
}

interface Scanned {
  readonly offset: number;
  readonly crc: number;
  readonly entry: PackEntry;
}

/** A delta whose base is named can only be read once that base is known. */
function settleNamed(
  entries: readonly Scanned[],
  offsets: ReadonlyMap<Oid, number>,
  settle: (entry: Scanned) => void,
): void {
  let waiting = entries.filter(({ entry: { base } }) => base !== undefined && 'oid' in base);
  while (waiting.length > 0) {
    const ready = waiting.filter(({ entry: { base } }) => base !== undefined && 'oid' in base && offsets.has(base.oid));
    if (ready.length === 0) throw new DamagedObject('a delta in the received pack');
    for (const entry of ready) settle(entry);
    waiting = waiting.filter((entry) => !ready.includes(entry));
  }
}

function scan(file: PackFile): Scanned[] {
  const head = file.bytes(0, HEADER);
  if (head.toString('latin1', 0, 4) !== 'PACK' || head.readUInt32BE(4) !== 2)
    throw new DamagedObject('the received pack');
  const entries: Scanned[] = [];
  let offset = HEADER;
  for (let left = head.readUInt32BE(8); left > 0; left -= 1) {
    const entry = file.entryAt(offset);
    const end = entry.data + file.inflate(entry).used;
    entries.push({ offset, entry, crc: crc32(file.bytes(offset, end - offset)) });
    offset = end;
  }
  if (offset !== file.size - SUM) throw new DamagedObject('the received pack');
  return entries;
}
