/** What git counts to tell text from anything else. */
export interface TextStats {
  crlf: number;
  loneCr: number;
  loneLf: number;
  nul: number;
  printable: number;
  nonPrintable: number;
  /** The last byte seen, across chunks; -1 before the first. */
  last: number;
}

export function newStats(): TextStats {
  return { crlf: 0, loneCr: 0, loneLf: 0, nul: 0, printable: 0, nonPrintable: 0, last: -1 };
}

const CR = 0x0d;
const LF = 0x0a;
const END_OF_FILE = 0x1a;
// Backspace, tab, form feed and escape are part of texts.
const printableControls = new Set([0x08, 0x09, 0x0c, 0x1b]);

/** Counts one more chunk of a content. */
export function addStats(stats: TextStats, chunk: Uint8Array): void {
  for (const byte of chunk) {
    if (stats.last === CR && byte !== LF) stats.loneCr += 1;
    if (byte === LF) stats[stats.last === CR ? 'crlf' : 'loneLf'] += 1;
    else if (byte !== CR) countCharacter(stats, byte);
    stats.last = byte;
  }
}

function countCharacter(stats: TextStats, byte: number): void {
  if (byte === 0) stats.nul += 1;
  if (byte === 0x7f || (byte < 0x20 && !printableControls.has(byte))) stats.nonPrintable += 1;
  else stats.printable += 1;
}

/** The final counts: a CR at the end stands alone, and the end mark of DOS texts does not count. */
export function finishStats(stats: TextStats): TextStats {
  return {
    ...stats,
    loneCr: stats.loneCr + (stats.last === CR ? 1 : 0),
    nonPrintable: stats.nonPrintable - (stats.last === END_OF_FILE ? 1 : 0),
  };
}

export function looksBinary(stats: TextStats): boolean {
  return stats.loneCr > 0 || stats.nul > 0 || stats.printable >> 7 < stats.nonPrintable;
}

export function statsOf(bytes: Uint8Array): TextStats {
  const stats = newStats();
  addStats(stats, bytes);
  return finishStats(stats);
}

/** Removes the CR of each CRLF, chunk by chunk; a CR at a chunk's end waits for the next. */
export class CrlfRemover {
  #held = false;

  push(chunk: Uint8Array): Buffer {
    const output = Buffer.allocUnsafe(chunk.length + 1);
    let filled = 0;
    for (const byte of chunk) {
      if (this.#held && byte !== LF) output[filled++] = CR;
      this.#held = byte === CR;
      if (!this.#held) output[filled++] = byte;
    }
    return output.subarray(0, filled);
  }

  end(): Buffer {
    return this.#held ? Buffer.of(CR) : Buffer.alloc(0);
  }
}
