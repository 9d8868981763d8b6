import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { World } from '../core/world.ts';
import { lstatIfThere } from './disk-path.ts';
import { searchBounds } from './search-bounds.ts';

/** The nearest `.git` above, when it is an ordinary repository, a linked worktree or a submodule. */
export function findNearby(directory: string, world: Pick<World, 'env'>): RepositoryPaths | undefined {
  const root = findRoot(directory, world);
  const place = root === undefined ? undefined : repositoryOf(root, join(root, '.git'));
  return place && { ...place, prefix: prefixOf(place.root, searchBounds(resolve(directory), world.env).start) };
}

/** The repository that a `.git` leads to, with the top of its working tree; undefined when it is none. */
export function repositoryOf(root: string, dotGit: string): RepositoryPaths | undefined {
  const gitDir = gitDirAt(dotGit);
  if (gitDir === undefined || !hasHead(gitDir)) return undefined;
  const commonDir = readCommonDir(gitDir);
  return existsSync(join(commonDir, 'objects')) ? { root, gitDir, commonDir, prefix: '' } : undefined;
}

/** The nearest folder above that has a `.git`, whatever that is. */
export function findRoot(directory: string, { env }: Pick<World, 'env'>): string | undefined {
  const { start, shortest } = searchBounds(resolve(directory), env);
  for (let root = start; root.length >= shortest; root = dirname(root)) {
    if (gitDirIn(root) !== undefined) return root;
    if (dirname(root) === root) return undefined;
  }
  return undefined;
}

export function gitDirIn(root: string): string | undefined {
  return gitDirAt(join(root, '.git'));
}

function gitDirAt(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (found.isDirectory()) return path;
  const target = /^gitdir: (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1];
  return target === undefined ? undefined : resolve(dirname(path), target);
}

/** Whether there is a HEAD, perhaps a link to a branch that is packed or unborn. */
export function hasHead(gitDir: string): boolean {
  return lstatIfThere(join(gitDir, 'HEAD')) !== undefined;
}

export function readCommonDir(gitDir: string): string {
  const path = join(gitDir, 'commondir');
  return existsSync(path) ? resolve(gitDir, readFileSync(path, 'utf8').trim()) : gitDir;
}

export function prefixOf(root: string, directory: string): string {
  const below = relative(root, resolve(directory)).split(sep).join('/');
  return below === '' ? '' : `${below}/`;
}
