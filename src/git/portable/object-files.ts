import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { PromiseFsClient } from 'isomorphic-git';

const calls = ['readFile', 'writeFile', 'mkdir', 'rmdir', 'unlink', 'stat', 'lstat', 'readdir', 'readlink', 'symlink'];

/** A file system for isomorphic-git that can do nothing but what is given. */
export function filesWith(given: Readonly<Record<string, unknown>>): PromiseFsClient {
  const denied = (path: string) => Promise.reject(new Error(`isomorphic-git may not touch ${path}`));
  const promises = { ...Object.fromEntries(calls.map((name) => [name, denied])), ...given };
  return { promises } as unknown as PromiseFsClient;
}

/** The repository, to read: no call of isomorphic-git reaches an object, the index, a ref or the configuration. */
export const readOnlyFiles = filesWith({
  readFile: async (path?: string, options?: string | { readonly encoding?: string }) => {
    // Asked without a path at every call of isomorphic-git, to see that the answer is a promise.
    if (path === undefined) return undefined;
    const encoding = typeof options === 'string' ? options : options?.encoding;
    return encoding === undefined ? readWhole(path) : readFileSync(path, 'utf8');
  },
  stat: async (path: string) => statSync(path),
  readdir: async (path: string) => readdirSync(path),
});

// Made once: most objects are looked for in a file first and lie in a pack, and an error takes longer to make than to read one.
const notThere = Object.assign(new Error('no such file'), { code: 'ENOENT' });

/**
 * A file that is there and not empty, as a crash may leave an object that a pack has as well. Answered without Node's Buffer around it:
 * isomorphic-git copies those, and a pack would be in memory twice.
 */
function readWhole(path: string): ArrayBuffer | Uint8Array {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) throw notThere;
  const bytes = readFileSync(path);
  return bytes.length === bytes.buffer.byteLength ? (bytes.buffer as ArrayBuffer) : bytes;
}
