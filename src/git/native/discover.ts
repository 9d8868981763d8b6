import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { World } from '../../core/world.ts';
import { findNearby } from '../nearby.ts';

/**
 * Finds the repository around a directory. The usual layouts are read in process, which saves a git process on every command;
 * git itself still checks validity when it first runs there. Everything unusual is asked of `git rev-parse`.
 */
export async function discover(directory: string, world: World): Promise<RepositoryPaths> {
  const asked = world.env['GIT_DIR'] !== undefined || world.env['GIT_WORK_TREE'] !== undefined;
  return (
    (asked ? undefined : findNearby(directory, world)) ?? (await import('./ask-paths.ts')).askPaths(directory, world)
  );
}
