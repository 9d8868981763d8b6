import { createHash } from 'node:crypto';
import type { BytePath } from './byte-path.ts';
import { FIXED, type FileStat, type IndexEntry, STAT_FIELDS } from './index-file.ts';

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
  for (const [at, field] of STAT_FIELDS.entries()) bytes.writeUInt32BE(entry.stat[field], at * 4);
  bytes.writeUInt32BE(Number.parseInt(entry.mode, 8), 24);
  bytes.write(entry.oid, 40, 'hex');
  const length = Math.min(name.length, 0xfff);
  const flags = (entry.assumeValid ? 0x8000 : 0) | (more > 0 ? 0x4000 : 0) | (entry.stage << 12) | length;
  bytes.writeUInt16BE(flags, 60);
  if (more > 0) bytes.writeUInt16BE((entry.skipWorktree ? 0x4000 : 0) | (entry.intentToAdd ? 0x2000 : 0), FIXED);
  name.copy(bytes, FIXED + more);
  return bytes;
}

const unknown = Object.fromEntries(STAT_FIELDS.map((field) => [field, 0])) as FileStat;

/** An entry for a file that nobody looked at yet: git will, because no file has these times. */
export function freshEntry(path: BytePath, mode: string, oid: string): IndexEntry {
  const marks = { stage: 0, assumeValid: false, skipWorktree: false, intentToAdd: false };
  return { path, mode, oid, ...marks, stat: unknown };
}
