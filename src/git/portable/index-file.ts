import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { isAbsence } from '../files/read-if-there.ts';
import type { BytePath } from './byte-path.ts';
import { readExtensions } from './index-extensions.ts';

/** What git remembered of a file when it last read it, each number as it stands in the index. */
export interface FileStat {
  readonly ctimeSeconds: number;
  readonly ctimeNanoseconds: number;
  readonly mtimeSeconds: number;
  readonly mtimeNanoseconds: number;
  readonly device: number;
  readonly inode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
}

export interface IndexEntry {
  readonly path: BytePath;
  readonly mode: string;
  readonly oid: Oid;
  /** 0, or 1 to 3 of a conflict. */
  readonly stage: number;
  readonly assumeValid: boolean;
  readonly skipWorktree: boolean;
  readonly intentToAdd: boolean;
  readonly stat: FileStat;
}

export interface IndexFile {
  readonly entries: readonly IndexEntry[];
  /** Folders whose tree object is known, from the last time that git wrote one. */
  readonly trees: ReadonlyMap<BytePath, Oid>;
  /** When the file was written, in milliseconds. */
  readonly mtimeMs: number;
}

const HEADER = 12;
const CHECKSUM = 20;
const FIXED = 62;

/** Reads the index of a worktree; an absent one is empty. */
export function readIndex(place: RepositoryPaths): IndexFile {
  const path = join(place.gitDir, 'index');
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (isAbsence(error)) return { entries: [], trees: new Map(), mtimeMs: 0 };
    throw new Failure('fatal', `cannot read ${path}`, { cause: error });
  }
  try {
    const { mtimeMs } = fstatSync(file);
    return { ...parseIndex(readFileSync(file)), mtimeMs };
  } finally {
    closeSync(file);
  }
}

function parseIndex(bytes: Buffer): Omit<IndexFile, 'mtimeMs'> {
  const version = bytes.length < HEADER + CHECKSUM ? 0 : bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) throw damaged();
  refuseWrongSum(bytes);
  const entries: IndexEntry[] = [];
  let at = HEADER;
  let previous = '';
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    // It may end before the last of the entries that it promises.
    if (at + FIXED + 2 > bytes.length - CHECKSUM) throw damaged();
    const { entry, end } = readEntry(bytes, at, { version, previous });
    entries.push(entry);
    previous = entry.path;
    at = end;
  }
  if (at > bytes.length - CHECKSUM) throw damaged();
  return { entries, trees: readExtensions(bytes.subarray(at, bytes.length - CHECKSUM)) };
}

function refuseWrongSum(bytes: Buffer): void {
  const sum = bytes.subarray(bytes.length - CHECKSUM);
  // git may be told to leave the sum out (index.skipHash): then it is zero.
  if (sum.every((byte) => byte === 0)) return;
  const actual = createHash('sha1')
    .update(bytes.subarray(0, bytes.length - CHECKSUM))
    .digest();
  if (!actual.equals(sum)) throw damaged();
}

function readEntry(
  bytes: Buffer,
  start: number,
  context: { readonly version: number; readonly previous: BytePath },
): { entry: IndexEntry; end: number } {
  const flags = bytes.readUInt16BE(start + 60);
  const extended = (flags & 0x4000) !== 0;
  const more = extended ? bytes.readUInt16BE(start + FIXED) : 0;
  const name = readName(bytes, start + FIXED + (extended ? 2 : 0), context);
  // Up to version 3 an entry is padded with one to eight NULs.
  const end = context.version === 4 ? name.end + 1 : start + ((name.end - start + 8) & ~7);
  const entry = {
    path: name.path,
    mode: bytes.readUInt32BE(start + 24).toString(8),
    oid: bytes.toString('hex', start + 40, start + 60),
    stage: (flags >> 12) & 3,
    assumeValid: (flags & 0x8000) !== 0,
    skipWorktree: (more & 0x4000) !== 0,
    intentToAdd: (more & 0x2000) !== 0,
    stat: readStat(bytes, start),
  };
  return { entry, end };
}

function readStat(bytes: Buffer, at: number): FileStat {
  return {
    ctimeSeconds: bytes.readUInt32BE(at),
    ctimeNanoseconds: bytes.readUInt32BE(at + 4),
    mtimeSeconds: bytes.readUInt32BE(at + 8),
    mtimeNanoseconds: bytes.readUInt32BE(at + 12),
    device: bytes.readUInt32BE(at + 16),
    inode: bytes.readUInt32BE(at + 20),
    uid: bytes.readUInt32BE(at + 28),
    gid: bytes.readUInt32BE(at + 32),
    size: bytes.readUInt32BE(at + 36),
  };
}

/** Version 4 writes only what differs from the path before. */
function readName(
  bytes: Buffer,
  start: number,
  { version, previous }: { readonly version: number; readonly previous: BytePath },
): { path: BytePath; end: number } {
  let at = start;
  let kept = '';
  if (version === 4) {
    let byte = bytes[at++] ?? 0;
    let strip = byte & 0x7f;
    while (byte & 0x80) {
      byte = bytes[at++] ?? 0;
      strip = (strip + 1) * 128 + (byte & 0x7f);
    }
    kept = previous.slice(0, previous.length - strip);
  }
  const end = bytes.indexOf(0, at);
  if (end < 0) throw damaged();
  return { path: kept + bytes.toString('latin1', at, end), end };
}

function damaged(): Failure {
  return new Failure('fatal', 'the index is damaged', {
    hint: 'git rebuilds it: move .git/index away and run `git reset`. No file is touched.',
  });
}
