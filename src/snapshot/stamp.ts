import { type BigIntStats, lstatSync } from 'node:fs';

/** What tells a file from any later one at its place; undefined when no file or link is there. */
export function stampOf(path: string | Buffer): string | undefined {
  let found: BigIntStats | undefined;
  try {
    found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    // A folder above is a file: nothing can be there.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw error;
  }
  if (found === undefined || found.isDirectory()) return undefined;
  return `${found.ino}:${found.size}:${found.mtimeNs}:${found.mode}`;
}
