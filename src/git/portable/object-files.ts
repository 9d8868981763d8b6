import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { PromiseFsClient } from 'isomorphic-git';
import { type LooseStore, storeLoose } from '../loose.ts';

/**
 * The file system that isomorphic-git is given. It reads the repository, and all that it can write are loose objects, each under a
 * temporary name first: no call of isomorphic-git reaches the index, a ref or the configuration, and a crash leaves no half object.
 */
export function objectFiles(store: LooseStore): PromiseFsClient {
  const isObject = (path: string) => path.startsWith(`${store.directory}/`);
  const denied = async (path: string) => {
    throw new Error(`isomorphic-git may not write ${path}`);
  };
  const promises = {
    readFile: async (path?: string, options?: string | { readonly encoding?: string }) => {
      // Asked without a path at every call of isomorphic-git, to see that the answer is a promise.
      if (path === undefined) return undefined;
      const encoding = typeof options === 'string' ? options : options?.encoding;
      if (encoding !== undefined) return readFileSync(path, 'utf8');
      return readWhole(path);
    },
    writeFile: async (path: string, bytes: Uint8Array) => {
      if (!isObject(path)) return denied(path);
      storeLoose(store, basename(dirname(path)) + basename(path), bytes);
    },
    // An object that is written again is made young, so that a prune by age spares it: `writeFile` sees to that.
    stat: async (path: string) => (isObject(path) ? absent() : statSync(path)),
    lstat: async (path: string) => statSync(path),
    readdir: async (path: string) => readdirSync(path),
    // Asked for after a write that failed. The second try tells why.
    mkdir: async () => {},
    rmdir: denied,
    unlink: denied,
    readlink: denied,
    symlink: denied,
  };
  return { promises };
}

/**
 * A file that is there and not empty, as a crash may leave an object that a pack has as well. Answered without Node's Buffer around it:
 * isomorphic-git copies those, and a pack would be in memory twice.
 */
function readWhole(path: string): ArrayBuffer | Uint8Array {
  const bytes = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0 ? absent() : readFileSync(path);
  return bytes.length === bytes.buffer.byteLength ? (bytes.buffer as ArrayBuffer) : bytes;
}

// Made once: most objects are looked for here first and lie in a pack, and an error takes longer to make than to read one.
const notThere = Object.assign(new Error('no such file'), { code: 'ENOENT' });

function absent(): never {
  throw notThere;
}
