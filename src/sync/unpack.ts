import { gunzipSync, inflateRawSync } from 'node:zlib';

interface Unpacked {
  readonly parts: readonly Buffer[];
  /** Something is inside that cannot be looked at: another way of packing, a password, too much. */
  readonly unread: boolean;
}

const MAX_BYTES = 64 * 1024 * 1024;
/** bzip2, xz, zstd, 7z and rar: nothing here can read them. */
const UNREADABLE = ['425a68', 'fd377a585a00', '28b52ffd', '377abcaf271c', '526172211a07'].map((hex) =>
  Buffer.from(hex, 'hex'),
);
const ZIP_ENTRY = 0x04034b50;
const ZIP_DIRECTORY = 0x02014b50;
const ZIP_END = 0x06054b50;
const ZIP_END_SIZE = 22;
const MAX_COMMENT_LENGTH = 0xffff;

/** What a gzip or zip file holds; undefined when the bytes are no archive. A tar file lies open and needs no unpacking. */
export function unpack(bytes: Buffer): Unpacked | undefined {
  if (UNREADABLE.some((start) => bytes.subarray(0, start.length).equals(start))) return { parts: [], unread: true };
  if (bytes.length > 18 && bytes.readUInt16BE(0) === 0x1f8b)
    return inflate(() => gunzipSync(bytes, { maxOutputLength: MAX_BYTES }));
  return bytes.length > ZIP_END_SIZE && bytes.readUInt32LE(0) === ZIP_ENTRY ? unzip(bytes) : undefined;
}

/** Damaged, cut off or too large: the same as unread. */
function inflate(run: () => Buffer): Unpacked {
  try {
    return { parts: [run()], unread: false };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { parts: [], unread: true };
    throw error;
  }
}

function unzip(bytes: Buffer): Unpacked {
  const end = findEnd(bytes);
  if (end === undefined) return { parts: [], unread: true };
  const parts: Buffer[] = [];
  let room = MAX_BYTES;
  let unread = false;
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ZIP_DIRECTORY) return { parts, unread: true };
    const entry = readEntry(bytes, at, room);
    parts.push(...entry.parts);
    room -= entry.parts.reduce((sum, { length }) => sum + length, 0);
    unread ||= entry.unread;
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return { parts, unread };
}

function findEnd(bytes: Buffer): number | undefined {
  const first = Math.max(0, bytes.length - ZIP_END_SIZE - MAX_COMMENT_LENGTH);
  for (let at = bytes.length - ZIP_END_SIZE; at >= first; at -= 1) if (bytes.readUInt32LE(at) === ZIP_END) return at;
  return undefined;
}

function readEntry(bytes: Buffer, at: number, room: number): Unpacked {
  const [flags, method, size, local] = [
    bytes.readUInt16LE(at + 8),
    bytes.readUInt16LE(at + 10),
    bytes.readUInt32LE(at + 20),
    bytes.readUInt32LE(at + 42),
  ];
  const isEncrypted = (flags & 1) !== 0;
  if (isEncrypted || local + 30 > bytes.length || (method !== 0 && method !== 8)) return { parts: [], unread: true };
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const packed = bytes.subarray(start, start + size);
  if (size === 0) return { parts: [], unread: false };
  if (method === 0) return size > room ? { parts: [], unread: true } : { parts: [packed], unread: false };
  return room <= 0 ? { parts: [], unread: true } : inflate(() => inflateRawSync(packed, { maxOutputLength: room }));
}
