import { closeSync, openSync, readSync } from 'node:fs';
import type { Oid } from '../../core/checkpoint.ts';
import { DamagedObject } from './pack-file.ts';
import { Refusal } from './refusal.ts';

const HEADER = 8;
const FANOUT = 256 * 4;
const OID = 20;
/** A range this short is read at once; above it every look is a read of its own. */
const FEW = 128;

/** The sorted list of a pack's objects, read where it is needed: of a pack with millions of them a few kilobytes. */
export class PackIndex {
  readonly path: string;
  readonly count: number;
  readonly #file: number;
  readonly #fanout: Buffer;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'r');
    try {
      this.#fanout = this.#readHead();
    } catch (error) {
      this.close();
      throw error;
    }
    this.count = this.#fanout.readUInt32BE(FANOUT - 4);
  }

  close(): void {
    closeSync(this.#file);
  }

  #readHead(): Buffer {
    const head = this.#read(0, HEADER + FANOUT);
    if (head.readUInt32BE(0) !== 0xff744f63 || head.readUInt32BE(4) !== 2)
      throw new Refusal(`the pack index ${this.path}, which is not of version 2`);
    return head.subarray(HEADER);
  }

  /** Where the object begins in the pack; undefined when the pack has it not. */
  find(oid: Oid): number | undefined {
    const wanted = Buffer.from(oid, 'hex');
    const bucket = wanted[0] ?? 0;
    let low = bucket === 0 ? 0 : this.#fanout.readUInt32BE((bucket - 1) * 4);
    let high = this.#fanout.readUInt32BE(bucket * 4);
    if (low > high || high > this.count) throw new DamagedObject(this.path);
    while (high - low > FEW) {
      const middle = (low + high) >>> 1;
      const order = Buffer.compare(this.#read(HEADER + FANOUT + middle * OID, OID), wanted);
      if (order === 0) return this.#offset(middle);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    const range = this.#read(HEADER + FANOUT + low * OID, (high - low) * OID);
    for (let at = range.indexOf(wanted); at >= 0; at = range.indexOf(wanted, at + 1))
      if (at % OID === 0) return this.#offset(low + at / OID);
    return undefined;
  }

  #offset(position: number): number {
    const table = HEADER + FANOUT + this.count * (OID + 4);
    const offset = this.#read(table + position * 4, 4).readUInt32BE(0);
    if (offset < 0x80000000) return offset;
    const large = table + this.count * 4 + (offset - 0x80000000) * 8;
    return Number(this.#read(large, 8).readBigUInt64BE(0));
  }

  #read(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    if (readSync(this.#file, bytes, 0, length, position) < length) throw new DamagedObject(this.path);
    return bytes;
  }
}
