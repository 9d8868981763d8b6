import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { type BytePath, folderOf } from './byte-path.ts';
import { readKnownTrees } from './index-trees.ts';
import { isAbsence } from './read-if-there.ts';
import { Refusal } from './refusal.ts';

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
  /** By path; of a conflict, one of its entries. */
  readonly files: ReadonlyMap<BytePath, IndexEntry>;
  /** Every folder that holds an entry, at whatever depth. */
  readonly folders: ReadonlySet<BytePath>;
  /** Paths in conflict and their entries at stages 1 to 3. */
  readonly conflicts: ReadonlyMap<BytePath, readonly IndexEntry[]>;
  /** Folders whose tree git knows. */
  readonly trees: ReadonlyMap<BytePath, Oid>;
  /** When the file was written, in milliseconds. */
  readonly mtimeMs: number;
}

interface Parsed {
  readonly entries: readonly IndexEntry[];
  readonly trees: ReadonlyMap<BytePath, Oid>;
}

const HEADER = 12;
const CHECKSUM = 20;
/** Where the name of an entry begins. */
export const FIXED = 62;

/** Reads the index of a worktree without ever writing it, as isomorphic-git does on every look; an absent one is empty. */
export function readIndex(place: RepositoryPaths): IndexFile {
  const path = join(place.gitDir, 'index');
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (isAbsence(error)) return viewOf({ entries: [], trees: new Map() }, 0);
    throw new Failure('fatal', `cannot read ${path}`, { cause: error });
  }
  try {
    const { mtimeMs } = fstatSync(file);
    return viewOf(parseIndex(readFileSync(file)), mtimeMs);
  } finally {
    closeSync(file);
  }
}

function viewOf({ entries, trees }: Parsed, mtimeMs: number): IndexFile {
  const folders = new Set<BytePath>();
  const conflicts = new Map<BytePath, IndexEntry[]>();
  for (const entry of entries) {
    for (let folder = folderOf(entry.path); folder !== '' && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder);
    if (entry.stage > 0) conflicts.set(entry.path, [...(conflicts.get(entry.path) ?? []), entry]);
  }
  return { entries, files: new Map(entries.map((entry) => [entry.path, entry])), folders, conflicts, trees, mtimeMs };
}

function parseIndex(bytes: Buffer): Parsed {
  const version = bytes.length < HEADER + CHECKSUM ? 0 : bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) throw damaged();
  if (version === 4)
    throw new Refusal('an index of version 4', 'Run `git update-index --index-version 2` where there is a git.');
  const end = bytes.length - CHECKSUM;
  const sum = bytes.subarray(end);
  const actual = createHash('sha1').update(bytes.subarray(0, end)).digest();
  // git may be told to leave the sum out (index.skipHash): then it is zero.
  if (!actual.equals(sum) && sum.some((byte) => byte !== 0)) throw damaged();
  const entries: IndexEntry[] = [];
  let at = HEADER;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    // It may end before the last of the entries that it promises.
    if (at + FIXED + 2 > end) throw damaged();
    const read = readEntry(bytes, at);
    entries.push(read.entry);
    at = read.end;
  }
  if (at > end) throw damaged();
  return { entries, trees: readExtensions(bytes.subarray(at, end)) };
}

function readEntry(bytes: Buffer, start: number): { readonly entry: IndexEntry; readonly end: number } {
  const flags = bytes.readUInt16BE(start + 60);
  const extended = (flags & 0x4000) !== 0;
  const more = extended ? bytes.readUInt16BE(start + FIXED) : 0;
  const name = start + FIXED + (extended ? 2 : 0);
  const nameEnd = bytes.indexOf(0, name);
  if (nameEnd < 0) throw damaged();
  const entry = {
    path: bytes.toString('latin1', name, nameEnd),
    mode: bytes.readUInt32BE(start + 24).toString(8),
    oid: bytes.toString('hex', start + 40, start + 60),
    stage: (flags >> 12) & 3,
    assumeValid: (flags & 0x8000) !== 0,
    skipWorktree: (more & 0x4000) !== 0,
    intentToAdd: (more & 0x2000) !== 0,
    stat: readStat(bytes, start),
  };
  // One to eight NULs end an entry at a multiple of eight.
  return { entry, end: start + ((nameEnd - start + 8) & ~7) };
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

const layouts: Readonly<Record<string, readonly [string, string?]>> = {
  link: ['a split index', 'Run `git update-index --no-split-index` where there is a git.'],
  sdir: ['a sparse index', 'Run `git sparse-checkout reapply --no-sparse-index` where there is a git.'],
};

/** What git knows beside the entries. A small first letter says: who does not know this extension must not touch the index. */
function readExtensions(bytes: Buffer): ReadonlyMap<BytePath, Oid> {
  let trees: ReadonlyMap<BytePath, Oid> = new Map();
  for (let at = 0; at + 8 <= bytes.length; at += 8 + bytes.readUInt32BE(at + 4)) {
    const name = bytes.toString('latin1', at, at + 4);
    const [what, hint] = layouts[name] ?? [`the index extension '${name}'`];
    if (/^[^A-Z]/.test(name)) throw new Refusal(what, hint);
    if (name === 'TREE') trees = readKnownTrees(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at + 4)));
  }
  return trees;
}

function damaged(): Failure {
  return new Failure('fatal', 'the index is damaged', {
    hint: 'git rebuilds it: move .git/index away and run `git reset`. No file is touched.',
  });
}
