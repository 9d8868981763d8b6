import { Failure } from '../../core/failure.ts';

/** Rebuilds an object from its base and git's copy-and-insert instructions. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const cursor = { at: 0 };
  const baseSize = readSize(delta, cursor);
  const target = Buffer.allocUnsafe(readSize(delta, cursor));
  if (baseSize !== base.length) throw damaged();
  let filled = 0;
  while (cursor.at < delta.length) {
    const instruction = delta[cursor.at++] ?? 0;
    if (instruction === 0) throw damaged();
    if (instruction & 0x80) {
      const { offset, size } = readCopy(delta, cursor, instruction);
      filled += base.copy(target, filled, offset, offset + size);
    } else {
      filled += delta.copy(target, filled, cursor.at, cursor.at + instruction);
      cursor.at += instruction;
    }
  }
  if (filled !== target.length) throw damaged();
  return target;
}

interface Cursor {
  at: number;
}

function readSize(delta: Buffer, cursor: Cursor): number {
  let size = 0;
  let scale = 1;
  for (let byte = 0x80; byte & 0x80; scale *= 128) {
    byte = delta[cursor.at++] ?? 0;
    size += (byte & 0x7f) * scale;
  }
  return size;
}

// Four bits say which bytes of the offset follow, three which of the size.
function readCopy(delta: Buffer, cursor: Cursor, instruction: number): { offset: number; size: number } {
  let offset = 0;
  let size = 0;
  for (let bit = 0; bit < 4; bit += 1)
    if (instruction & (1 << bit)) offset += (delta[cursor.at++] ?? 0) * 2 ** (8 * bit);
  for (let bit = 0; bit < 3; bit += 1)
    if (instruction & (0x10 << bit)) size += (delta[cursor.at++] ?? 0) * 2 ** (8 * bit);
  return { offset, size: size === 0 ? 0x10000 : size };
}

function damaged(): Failure {
  return new Failure('fatal', 'a pack holds a damaged delta', { hint: 'Run `git fsck` where there is a git.' });
}
