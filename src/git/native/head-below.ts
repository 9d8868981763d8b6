import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { type RunOptions, tryGit } from './run.ts';

/** The commit that the repository at a folder stands on (see the contract). */
export async function headBelow(
  { root }: RepositoryPaths,
  folder: string,
  options: RunOptions,
): Promise<Oid | undefined> {
  const cwd = join(root, folder);
  // Without it git would answer for the repository around.
  if (!existsSync(join(cwd, '.git'))) return undefined;
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, ...env } = options.env;
  const { code, stdout } = await tryGit(['rev-parse', '--verify', '--quiet', 'HEAD'], { cwd, env });
  return code === 0 ? stdout.toString().trim() : undefined;
}
