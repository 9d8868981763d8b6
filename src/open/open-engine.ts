import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { World } from '../core/world.ts';
import { chooseEngine } from '../git/choose-engine.ts';
import type { GitEngine } from '../git/engine.ts';
import { type DiscoverOptions, discover } from '../git/native/discover.ts';
import { refuseForeignRepository } from '../git/ownership.ts';
import { checkOwnFolder } from '../local/own-folder.ts';

export { findRoot } from '../git/nearby.ts';

/** Where a repository lies, and which engine works there. */
export interface LocatedRepository {
  readonly engine: GitEngine['name'];
  readonly place: RepositoryPaths;
}

/**
 * Finds the repository around a directory, and refuses one that is somebody else's: everything that reads or writes in it comes after
 * this. Costs no git process in the usual layouts.
 */
export async function locate(
  directory: string,
  world: World,
  options: DiscoverOptions = {},
): Promise<LocatedRepository> {
  const located = await find(directory, world, options);
  const { place } = located;
  await refuseForeignRepository(place, world);
  for (const gitDirectory of new Set([place.gitDir, place.commonDir])) checkOwnFolder(gitDirectory);
  return located;
}

async function find(directory: string, world: World, options: DiscoverOptions): Promise<LocatedRepository> {
  const engine = await chooseEngine(world);
  if (engine === 'native') return { engine, place: await discover(directory, world, options) };
  const portable = await import('../git/portable/discover.ts');
  return { engine, place: portable.discover(directory, world, options) };
}

export async function openEngine({ engine, place }: LocatedRepository, world: World): Promise<GitEngine> {
  // Loaded only here: most hooks end without asking git anything.
  if (engine === 'native') return (await import('../git/native/engine.ts')).openNative(place, world);
  const { openPortable } = await import('../git/portable/engine.ts');
  return openPortable(place, world);
}
