import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { replaceIndex } from '../replace-index.ts';
import { copyIndex, withIndex } from './capture.ts';
import { nulFields } from './nul-fields.ts';
import { type RunOptions, runGit } from './run.ts';

/** Paths that git was told not to look at (see the contract). */
export async function unwatchedPaths(options: RunOptions): Promise<string[]> {
  const lines = nulFields(await runGit(['ls-files', '-v', '-z'], options));
  // A letter in lower case is assume-unchanged, `S` is skip-worktree.
  return lines.filter((line) => /^[a-zS]/.test(line)).map((line) => line.slice(2));
}

/** Makes the user's index hold a tree (see the contract). */
export function writeIndex(place: RepositoryPaths, tree: Oid, options: RunOptions): Promise<void> {
  return replaceIndex(place, async (built) => {
    // -i: the working tree is no part of it; without, read-tree refuses entries that differ from their files.
    const seeded = copyIndex(join(place.gitDir, 'index'), built);
    const args = ['-c', 'core.splitIndex=false', 'read-tree', ...(seeded ? ['-i', '-m'] : []), tree];
    await runGit(args, withIndex(options, built));
  });
}
