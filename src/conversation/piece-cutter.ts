/** A piece is written when it has grown so long; it ends with a whole record. */
const PIECE_LENGTH = 256 * 1024;

/** Reads a piece of the conversation as it was stored before; undefined behind the last one. */
export type EarlierPieces = (index: number) => Promise<Uint8Array | undefined>;

/**
 * Cuts a conversation into pieces of whole records. As long as it says what an earlier one said, it is cut where that was cut, and so
 * is made of the same pieces; from the first difference on, wherever a piece is long enough.
 */
export class PieceCutter {
  readonly #write: (piece: Buffer) => Promise<void>;
  readonly #earlier: EarlierPieces | undefined;
  #lines: Buffer[] = [];
  #length = 0;
  #written = 0;
  #expected: Uint8Array | undefined;
  #follows: boolean;

  constructor(write: (piece: Buffer) => Promise<void>, earlier?: EarlierPieces) {
    this.#write = write;
    this.#earlier = earlier;
    this.#follows = earlier !== undefined;
  }

  async add(line: string): Promise<void> {
    const bytes = Buffer.from(`${line}\n`);
    this.#lines.push(bytes);
    this.#length += bytes.length;
    if (this.#follows) await this.#follow();
    if (!this.#follows && this.#length >= PIECE_LENGTH) await this.#flush();
  }

  async end(): Promise<void> {
    if (this.#length > 0) await this.#flush();
  }

  async #follow(): Promise<void> {
    this.#expected ??= await this.#earlier?.(this.#written);
    if (this.#expected === undefined) this.#follows = false;
    else if (this.#length >= this.#expected.length) {
      if (Buffer.concat(this.#lines).equals(this.#expected)) await this.#flush();
      else this.#follows = false;
    }
  }

  async #flush(): Promise<void> {
    const piece = Buffer.concat(this.#lines);
    this.#lines = [];
    this.#length = 0;
    this.#written += 1;
    this.#expected = undefined;
    await this.#write(piece);
  }
}
