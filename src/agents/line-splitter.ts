/** Longer lines are passed over: no record that matters is as long, and one line must not fill the memory. */
export const MAX_LINE_LENGTH = 4 * 1024 * 1024;

const NEWLINE = 0x0a;

/** Where a scan stands. `inside` says that the bytes at `offset` belong to a line that is being passed over. */
export interface ScanPosition {
  readonly offset: number;
  readonly inside: boolean;
}

/** Cuts a stream of bytes into lines, and holds at most one line of the longest length. */
export class LineSplitter {
  oversized = 0;
  #offset: number;
  #inside: boolean;
  #pieces: Buffer[] = [];
  #pending = 0;
  readonly #onLine: (line: Buffer) => void;
  readonly #maxLength: number;

  constructor(start: ScanPosition, onLine: (line: Buffer) => void, maxLength = MAX_LINE_LENGTH) {
    this.#offset = start.offset;
    this.#inside = start.inside;
    this.#onLine = onLine;
    this.#maxLength = maxLength;
  }

  /** Takes the next bytes. The chunk may be reused by the caller afterwards. */
  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      this.#close(chunk.subarray(from, at));
      from = at + 1;
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from));
  }

  /** The bytes after the last newline, when they are worth a try. */
  get rest(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  /** Counts the rest as read. */
  takeRest(): void {
    this.#offset += this.#pending;
    this.#drop();
  }

  /** From here the next scan goes on: the rest is read again, a line that is too long is not. */
  get position(): ScanPosition {
    return { offset: this.#offset, inside: this.#inside };
  }

  #close(end: Buffer): void {
    if (this.#inside) {
      this.#inside = false;
    } else if (this.#pending + end.length > this.#maxLength) {
      this.oversized += 1;
    } else {
      this.#onLine(this.#pending === 0 ? end : Buffer.concat([...this.#pieces, end]));
    }
    this.#offset += this.#pending + end.length + 1;
    this.#drop();
  }

  #hold(piece: Buffer): void {
    if (!this.#inside && this.#pending + piece.length > this.#maxLength) {
      this.oversized += 1;
      this.#inside = true;
      this.takeRest();
    }
    if (this.#inside) {
      this.#offset += piece.length;
      return;
    }
    this.#pieces.push(Buffer.from(piece));
    this.#pending += piece.length;
  }

  #drop(): void {
    this.#pieces = [];
    this.#pending = 0;
  }
}
