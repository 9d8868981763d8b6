import { rmSync } from 'node:fs';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { localPath } from '../local/files.ts';
import { readOwnFile, writeOwnFile } from '../local/own-file.ts';

/** Checkpoints that a remote dropped, and that stay here until the user agrees. */
interface AskedDrops {
  readonly remote: string;
  readonly numbers: readonly number[];
}

/** Keeps them in mind for who looks next: a sync in the background has nobody to ask. */
export function recordAskedDrops(place: RepositoryPaths, { remote, numbers }: AskedDrops): void {
  const path = localPath(place, 'asked-drops');
  if (numbers.length === 0) rmSync(path, { force: true });
  else writeOwnFile(path, `${remote} ${numbers.join(' ')}\n`);
}

export function readAskedDrops(place: RepositoryPaths): AskedDrops | undefined {
  const [remote, ...numbers] = (readOwnFile(localPath(place, 'asked-drops')) ?? '').trim().split(' ');
  return remote && numbers.length > 0 ? { remote, numbers: numbers.map(Number) } : undefined;
}
