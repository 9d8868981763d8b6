import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { Oid } from '../../core/checkpoint.ts';
import type { ObjectType } from '../engine.ts';
import { loosePath } from '../loose.ts';
import { Pack } from './pack.ts';
import { DamagedObject, type RawObject } from './pack-file.ts';
import { readIfThere } from './read-if-there.ts';

/** All objects of a repository: loose, packed, and of the repositories it borrows from. */
export class ObjectStore {
  readonly #folders: readonly string[];
  readonly #packs = new Map<string, Pack>();

  constructor(directory: string) {
    this.#folders = withAlternates(directory);
  }

  find(oid: Oid): RawObject | undefined {
    try {
      return this.#loose(oid) ?? this.#packed(oid);
    } catch (error) {
      // A crash may leave an empty file of an object that a pack has as well.
      const packed = error instanceof DamagedObject && this.#isPacked(oid) ? this.#packed(oid) : undefined;
      if (packed === undefined) throw error;
      return packed;
    }
  }

  has(oid: Oid): boolean {
    return isLooseIn(this.#folders.slice(0, 1), oid) || this.hasElsewhere(oid);
  }

  /** Whether an object is there beside its own file in this repository. */
  hasElsewhere(oid: Oid): boolean {
    return isLooseIn(this.#folders.slice(1), oid) || this.#isPacked(oid);
  }

  #isPacked(oid: Oid): boolean {
    for (let found = this.#locate(oid); found !== undefined; found = this.#locate(oid)) {
      const { path } = found.pack.index;
      if (existsSync(path)) return true;
      // Still open here, but a repack removed it, and perhaps what it held.
      found.pack.close();
      this.#packs.delete(path);
    }
    return false;
  }

  close(): void {
    for (const pack of this.#packs.values()) pack.close();
    this.#packs.clear();
  }

  #loose(oid: Oid): RawObject | undefined {
    for (const directory of this.#folders) {
      const path = loosePath({ directory, format: 'sha1' }, oid);
      const bytes = readIfThere(path);
      if (bytes !== undefined) return parseLoose(bytes, path);
    }
    return undefined;
  }

  #packed(oid: Oid): RawObject | undefined {
    const found = this.#locate(oid);
    return found?.pack.read(found.offset, (base) => this.find(base));
  }

  #locate(oid: Oid): { pack: Pack; offset: number } | undefined {
    const known = this.#inKnownPacks(oid);
    // A repack meanwhile moves objects from loose files and old packs into new ones.
    return known ?? (this.#listPacks() ? this.#inKnownPacks(oid) : undefined);
  }

  #inKnownPacks(oid: Oid): { pack: Pack; offset: number } | undefined {
    for (const pack of this.#packs.values()) {
      const offset = pack.index.find(oid);
      if (offset !== undefined) return { pack, offset };
    }
    return undefined;
  }

  /**
   * Opens packs that are new; answers whether there were any. Those that vanished stay open: their bytes are still there. On Windows, too:
   * Node opens files in such a way that others may remove and replace them.
   */
  #listPacks(): boolean {
    const folders = this.#folders.map((directory) => join(directory, 'pack'));
    const fresh = folders.flatMap(indexesIn).filter((path) => !this.#packs.has(path));
    for (const path of fresh) {
      const pack = openPack(path);
      if (pack !== undefined) this.#packs.set(path, pack);
    }
    return fresh.length > 0;
  }
}

function isLooseIn(folders: readonly string[], oid: Oid): boolean {
  return folders.some((directory) => existsSync(loosePath({ directory, format: 'sha1' }, oid)));
}

function openPack(path: string): Pack | undefined {
  try {
    return new Pack(path);
  } catch (error) {
    // Removed by a repack between the listing and now: its objects are in another pack.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function indexesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^pack-.*\.idx$/.test(name))
    .map((name) => join(folder, name));
}

function withAlternates(directory: string, seen = new Set<string>()): string[] {
  if (seen.has(directory)) return [];
  seen.add(directory);
  const lines =
    readIfThere(join(directory, 'info', 'alternates'))
      ?.toString()
      .split('\n') ?? [];
  const others = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return [directory, ...others.flatMap((line) => withAlternates(resolve(directory, line), seen))];
}

function parseLoose(compressed: Buffer, path: string): RawObject {
  try {
    const bytes = inflateSync(compressed);
    const end = bytes.indexOf(0);
    const head = /^(commit|tree|blob|tag) (\d+)$/.exec(bytes.toString('latin1', 0, end));
    if (head && Number(head[2]) === bytes.length - end - 1)
      return { type: head[1] as ObjectType, bytes: bytes.subarray(end + 1) };
  } catch (cause) {
    throw new DamagedObject(path, cause);
  }
  throw new DamagedObject(path);
}
