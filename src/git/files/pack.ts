import type { Oid } from '../../core/checkpoint.ts';
import { PackFile, type RawObject } from './pack-file.ts';
import { PackIndex } from './pack-index.ts';

/** A pack with its index. */
export class Pack {
  readonly index: PackIndex;
  readonly #file: PackFile;

  constructor(indexPath: string) {
    this.index = new PackIndex(indexPath);
    try {
      this.#file = new PackFile(indexPath.replace(/\.idx$/, '.pack'));
    } catch (error) {
      this.index.close();
      throw error;
    }
  }

  close(): void {
    this.index.close();
    this.#file.close();
  }

  /** Reads the object at an offset; `outside` finds a base that is not in this pack. */
  read(offset: number, outside: (oid: Oid) => RawObject | undefined): RawObject {
    return this.#file.read(offset, (oid) => this.index.find(oid) ?? outside(oid));
  }
}
