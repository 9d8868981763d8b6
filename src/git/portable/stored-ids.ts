import { lstatSync } from 'node:fs';
import type { Oid } from '../../core/checkpoint.ts';
import { bytePathOf, onDisk } from './byte-path.ts';
import type { Worktree } from './worktree.ts';

/** The ids under which git would store files (see the contract). */
export async function storedIds({ cleaner, place }: Worktree, paths: readonly string[]): Promise<Oid[]> {
  const files = paths.map(bytePathOf);
  return Promise.all(
    files.map((path) => cleaner.hash({ path, size: lstatSync(onDisk(place.root, path)).size, isLink: false })),
  );
}
