import { basename, join, relative, resolve } from 'node:path';
import { Failure } from '../../core/failure.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { World } from '../../core/world.ts';
import { readConfigEntries } from '../files/config-reader.ts';
import { ConfigValues } from '../files/config-values.ts';
import { findNearby, prefixOf, repositoryOf } from '../nearby.ts';
import { withoutWorktree } from '../without-worktree.ts';

/** Finds the repository around a directory, or the one that GIT_DIR names. */
export function discover(directory: string, world: World, asked: { readonly bare?: boolean } = {}): RepositoryPaths {
  const named = world.env['GIT_DIR'];
  const place =
    named === undefined ? findNearby(directory, world) : repositoryOf(resolve(directory), resolve(directory, named));
  if (place === undefined) {
    throw new Failure('fatal', `not a git repository: ${named ?? directory}`, {
      hint: 'Go into a repository, or make one here with `git init`.',
    });
  }
  return withWorkTree(place, { directory: join(place.root, place.prefix), mayBeBare: asked.bare ?? false }, world);
}

/** The top of the work tree: GIT_WORK_TREE, else core.worktree, else where it was found. */
function withWorkTree(
  place: RepositoryPaths,
  { directory, mayBeBare }: { readonly directory: string; readonly mayBeBare: boolean },
  world: World,
): RepositoryPaths {
  const config = new ConfigValues(readConfigEntries(place, world.env));
  const given = world.env['GIT_WORK_TREE'];
  const configured = config.text('core.worktree');
  const linked = place.gitDir !== place.commonDir;
  const bare = !linked && config.flag('core.bare', false) && given === undefined;
  if (bare && mayBeBare) return { ...place, root: place.gitDir, prefix: '', bare: true };
  let root = place.root;
  if (given !== undefined) root = resolve(directory, given);
  else if (configured !== undefined) root = resolve(place.gitDir, configured);
  const outside = relative(root, resolve(directory)).split(/[\\/]/)[0] === '..';
  const inGitDir = basename(place.gitDir) === '.git' && !relative(place.gitDir, resolve(directory)).startsWith('..');
  if (bare || outside || inGitDir) {
    throw withoutWorktree();
  }
  return { ...place, root, prefix: prefixOf(root, directory) };
}
