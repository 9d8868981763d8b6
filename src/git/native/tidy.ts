import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { isAbsence } from '../files/read-if-there.ts';
import { countLoose } from '../loose-count.ts';
import { type RunOptions, runGit } from './run.ts';

/** git itself begins to pack, and to warn, at 6,700. */
const MANY_OBJECTS = 2000;
const MANY_REFS = 500;

/**
 * Packs loose objects and refs by git's own means, where there are many. Nothing is removed that a pack does not hold. A commit-graph goes
 * with it: each `git fetch` of the user's looks at the commit of every ref, which takes three times as long without one, and a git that
 * finds few loose objects does not write it by itself.
 */
export async function tidy({ commonDir }: RepositoryPaths, options: RunOptions): Promise<void> {
  const hasManyObjects = countLoose(commonDir) > MANY_OBJECTS;
  if (hasManyObjects) {
    await runGit(['maintenance', 'run', '--quiet', '--task=loose-objects'], options);
    // The task itself leaves the files of what it packed to its next run.
    await runGit(['prune-packed', '--quiet'], options);
  }
  const folders = ['checkpoints', 'checkpoint-meta/trash', 'checkpoint-meta/conversation'];
  const refs = folders.reduce((sum, folder) => sum + countIn(join(commonDir, 'refs', folder)), 0);
  const hasManyRefs = refs > MANY_REFS;
  if (hasManyRefs) await runGit(['pack-refs', '--all'], options);
  if (hasManyObjects || hasManyRefs) await runGit(['maintenance', 'run', '--quiet', '--task=commit-graph'], options);
}

function countIn(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch (error) {
    if (isAbsence(error)) return 0;
    throw error;
  }
}
