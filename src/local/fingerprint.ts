import { type BigIntStats, lstatSync, statSync } from 'node:fs';

interface FingerprintOptions {
  /** Looks at what a link leads to, not at the link itself. */
  readonly follow?: boolean;
  /** Also sees an edit that keeps size and time. Backups and indexers change this too: only where a false alarm costs little. */
  readonly changeTime?: boolean;
}

/** What tells a file from any later one at its path; undefined when no file or link is there. */
export function fingerprintOf(path: string | Buffer, options: FingerprintOptions = {}): string | undefined {
  const found = statsOf(path, options.follow === true);
  if (found === undefined || found.isDirectory()) return undefined;
  const { ino, size, mtimeNs, mode, ctimeNs } = found;
  return [ino, size, mtimeNs, mode, ...(options.changeTime ? [ctimeNs] : [])].join(':');
}

function statsOf(path: string | Buffer, follow: boolean): BigIntStats | undefined {
  try {
    return (follow ? statSync : lstatSync)(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    // Below a file or a circle of links nothing can be.
    if (['ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
