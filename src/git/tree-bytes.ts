import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';

/** One entry of a tree object; the name is its bytes as latin1. */
export interface RawEntry {
  readonly mode: string;
  readonly name: string;
  readonly oid: Oid;
}

export const DIRECTORY = '40000';
export const REGULAR = '100644';

/** Reads a tree object. As one text and one row of digits: asking a buffer for each part of each entry takes several times as long. */
export function parseTree(bytes: Uint8Array, oidLength: number): RawEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const [text, digits] = [buffer.toString('latin1'), buffer.toString('hex')];
  const entries: RawEntry[] = [];
  for (let at = 0; at < text.length; ) {
    const space = text.indexOf(' ', at);
    const end = text.indexOf('\0', space);
    const next = end + 1 + oidLength / 2;
    if (space < 0 || end < 0 || next > text.length)
      throw new Failure('fatal', 'a tree is damaged: it ends within an entry', { hint: 'Run `git fsck`.' });
    entries.push({
      mode: text.slice(at, space),
      name: text.slice(space + 1, end),
      oid: digits.slice(2 * (end + 1), 2 * next),
    });
    at = next;
  }
  return entries;
}

/** Writes a tree object, in git's order: a directory sorts as if its name ended in `/`. */
export function renderTree(entries: readonly RawEntry[]): Buffer {
  const key = (entry: RawEntry) => (entry.mode === DIRECTORY ? `${entry.name}/` : entry.name);
  const sorted = [...entries].sort((one, other) => (key(one) < key(other) ? -1 : 1));
  const oids = Buffer.from(sorted.map(({ oid }) => oid).join(''), 'hex');
  const size = sorted.length === 0 ? 0 : oids.length / sorted.length;
  const length = sorted.reduce((sum, { mode, name }) => sum + mode.length + name.length + 2 + size, 0);
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const [place, { mode, name }] of sorted.entries()) {
    at += bytes.write(`${mode} ${name}\0`, at, 'latin1');
    at += oids.copy(bytes, at, place * size, (place + 1) * size);
  }
  return bytes;
}
