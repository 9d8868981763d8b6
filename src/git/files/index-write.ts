import { createHash } from 'node:crypto';
import type { BytePath } from './byte-path.ts';
import { FIXED, type FileStat, type IndexEntry } from './index-file.ts';

/** Writes an index that every git reads: version 2, or 3 where an entry carries more marks. Entries must be sorted. */
export function renderIndex(entries: readonly IndexEntry[]): Buffer {
  const head = Buffer.alloc(12);
  head.write('DIRC', 'latin1');
  head.writeUInt32BE(entries.some(isExtended) ? 3 : 2, 4);
  head.writeUInt32BE(entries.length, 8);
  const body = Buffer.concat([head, ...entries.map(renderEntry)]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function isExtended({ skipWorktree, intentToAdd }: IndexEntry): boolean {
  return skipWorktree || intentToAdd;
}

function renderEntry(entry: IndexEntry): Buffer {
  const more = isExtended(entry) ? 2 : 0;
  const name = Buffer.from(entry.path, 'latin1');
  // One to eight NULs end an entry at a multiple of eight.
  const bytes = Buffer.alloc((FIXED + more + name.length + 8) & ~7);
  writeStat(bytes, entry.stat);
  bytes.writeUInt32BE(Number.parseInt(entry.mode, 8), 24);
  bytes.write(entry.oid, 40, 'hex');
  const length = Math.min(name.length, 0xfff);
  const flags = (entry.assumeValid ? 0x8000 : 0) | (more > 0 ? 0x4000 : 0) | (entry.stage << 12) | length;
  bytes.writeUInt16BE(flags, 60);
  if (more > 0) bytes.writeUInt16BE((entry.skipWorktree ? 0x4000 : 0) | (entry.intentToAdd ? 0x2000 : 0), FIXED);
  name.copy(bytes, FIXED + more);
  return bytes;
}

function writeStat(bytes: Buffer, stat: FileStat): void {
  const { ctimeSeconds, ctimeNanoseconds, mtimeSeconds, mtimeNanoseconds, device, inode } = stat;
  const times = [ctimeSeconds, ctimeNanoseconds, mtimeSeconds, mtimeNanoseconds];
  for (const [at, number] of [...times, device, inode].entries()) bytes.writeUInt32BE(number, at * 4);
  for (const [at, number] of [stat.uid, stat.gid, stat.size].entries()) bytes.writeUInt32BE(number, 28 + at * 4);
}

const noTimes = { ctimeSeconds: 0, ctimeNanoseconds: 0, mtimeSeconds: 0, mtimeNanoseconds: 0 };
const unknown: FileStat = { ...noTimes, device: 0, inode: 0, uid: 0, gid: 0, size: 0 };

/** An entry for a file that nobody looked at yet: git will, because no file has these times. */
export function freshEntry(path: BytePath, mode: string, oid: string): IndexEntry {
  const marks = { stage: 0, assumeValid: false, skipWorktree: false, intentToAdd: false };
  return { path, mode, oid, ...marks, stat: unknown };
}
