import { type BigIntStats, lstatSync } from 'node:fs';
import { hasNoPlace } from '../git/disk-path.ts';

/** What tells a file from any later one at its place; undefined when no file or link is there. */
export function stampOf(path: string | Buffer): string | undefined {
  let found: BigIntStats | undefined;
  try {
    found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (!hasNoPlace(error)) throw error;
  }
  if (found === undefined || found.isDirectory()) return undefined;
  return `${found.ino}:${found.size}:${found.mtimeNs}:${found.mode}`;
}
