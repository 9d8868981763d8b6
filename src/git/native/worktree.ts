import type { NewWorktree } from '../worktree-engine.ts';
import { type RunOptions, runGit, tryGit } from './run.ts';

/** Makes a linked worktree with a tree's files and an index of its own (see the contract). */
export async function addWorktree(request: NewWorktree, options: RunOptions): Promise<void> {
  const { folder, commit, branch, tree, index } = request;
  const head = branch === undefined ? ['--detach'] : ['-b', branch];
  await runGit(['worktree', 'add', '--quiet', '--no-checkout', ...head, folder, commit], options);
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, ...env } = options.env;
  const inside = { cwd: folder, env };
  try {
    await runGit(['read-tree', '--reset', '-u', tree], inside);
    if (index !== tree) await runGit(['read-tree', '-m', index], inside);
  } catch (error) {
    // Half a worktree helps nobody; it was empty before, and nothing in it is the user's.
    await tryGit(['worktree', 'remove', '--force', folder], options);
    if (branch !== undefined) await tryGit(['branch', '--quiet', '-D', branch], options);
    throw error;
  }
}
