import type { Oid } from '../core/checkpoint.ts';

/** One entry of a tree object; the name is its bytes as latin1. */
export interface RawEntry {
  readonly mode: string;
  readonly name: string;
  readonly oid: Oid;
}

export const DIRECTORY = '40000';
export const REGULAR = '100644';

/** Reads a tree object. */
export function parseTree(bytes: Uint8Array, oidLength: number): RawEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const entries: RawEntry[] = [];
  for (let at = 0; at < buffer.length; ) {
    const space = buffer.indexOf(0x20, at);
    const end = buffer.indexOf(0, space);
    const oid = buffer.toString('hex', end + 1, end + 1 + oidLength / 2);
    entries.push({ mode: buffer.toString('latin1', at, space), name: buffer.toString('latin1', space + 1, end), oid });
    at = end + 1 + oidLength / 2;
  }
  return entries;
}

/** Writes a tree object, in git's order: a directory sorts as if its name ended in `/`. */
export function renderTree(entries: readonly RawEntry[]): Buffer {
  const key = (entry: RawEntry) => (entry.mode === DIRECTORY ? `${entry.name}/` : entry.name);
  const sorted = [...entries].sort((one, other) => (key(one) < key(other) ? -1 : 1));
  const length = sorted.reduce((sum, { mode, name, oid }) => sum + mode.length + name.length + 2 + oid.length / 2, 0);
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const { mode, name, oid } of sorted) {
    at += bytes.write(`${mode} ${name}\0`, at, 'latin1');
    at += bytes.write(oid, at, 'hex');
  }
  return bytes;
}
