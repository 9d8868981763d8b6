import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { World } from '../../core/world.ts';
import { findNearby } from '../nearby.ts';

export interface DiscoverOptions {
  /** A bare repository will do. */
  readonly bare?: boolean;
}

/**
 * Finds the repository around a directory. The usual layouts are read in process, which saves a git process on every command;
 * git itself still checks validity when it first runs there. Everything unusual is asked of `git rev-parse`.
 */
export async function discover(directory: string, world: World, asked: DiscoverOptions = {}): Promise<RepositoryPaths> {
  const named = world.env['GIT_DIR'] !== undefined || world.env['GIT_WORK_TREE'] !== undefined;
  return (
    (named ? undefined : findNearby(directory, world)) ??
    (await import('./ask-paths.ts')).askPaths(directory, world, asked)
  );
}
