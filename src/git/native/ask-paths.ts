import { resolve } from 'node:path';
import { Failure } from '../../core/failure.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { World } from '../../core/world.ts';
import { withoutWorktree } from '../without-worktree.ts';
import type { DiscoverOptions } from './discover.ts';
import { gitEnv, gitFailure, tryGit } from './run.ts';

/** Asks git where the repository around a directory lies. */
export async function askPaths(
  directory: string,
  world: World,
  { bare: mayBeBare = false }: DiscoverOptions = {},
): Promise<RepositoryPaths> {
  const args = ['rev-parse', '--is-bare-repository', '--absolute-git-dir', '--git-common-dir'];
  const env = { ...gitEnv(world), GIT_DIR: world.env['GIT_DIR'], GIT_WORK_TREE: world.env['GIT_WORK_TREE'] };
  const facts = await tryGit(args, { cwd: directory, env, mayStandInBare: mayBeBare });
  if (facts.code !== 0) throw notFound(args, facts.stderr, directory);
  const [bare, gitDir = '', commonDir = ''] = facts.stdout.toString().split('\n');
  // One among the files of another repository is not found: the outer one is, whoever put the inner one there.
  if (bare === 'true' && mayBeBare)
    return { root: gitDir, gitDir, commonDir: resolve(directory, commonDir), prefix: '', bare: true };
  const top = await tryGit(['rev-parse', '--show-toplevel', '--show-prefix'], { cwd: directory, env });
  if (bare === 'true' || top.code !== 0) throw withoutWorktree(gitFailure(['rev-parse'], top.stderr));
  const [root = '', prefix = ''] = top.stdout.toString().split('\n');
  return { root, gitDir, commonDir: resolve(directory, commonDir), prefix };
}

function notFound(args: readonly string[], stderr: string, directory: string): Failure {
  // We tell git to trust no bare repository that it merely comes across; its words would be about a setting of ours.
  if (stderr.includes('safe.bareRepository')) return withoutWorktree(gitFailure(args, stderr));
  if (!stderr.includes('not a git repository')) return gitFailure(args, stderr);
  return new Failure('fatal', `not a git repository: ${directory}`, {
    hint: 'Go into a repository, or make one here with `git init`.',
  });
}
