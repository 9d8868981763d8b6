import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { World } from '../core/world.ts';
import { chooseEngine } from '../git/choose-engine.ts';
import type { GitEngine } from '../git/engine.ts';
import { discover } from '../git/native/discover.ts';
import { openNative } from '../git/native/engine.ts';

/** Opens the repository around a directory with the engine that works here. */
export async function openEngine(directory: string, world: World): Promise<GitEngine> {
  if ((await chooseEngine(directory, world)) === 'native') return openNative(await discover(directory, world), world);
  const { openPortable } = await import('../git/portable/engine.ts');
  return openPortable(directory, world);
}

/** Where the repository around a directory lies. Costs no git process in the usual layouts. */
export async function locate(directory: string, world: World): Promise<RepositoryPaths> {
  if ((await chooseEngine(directory, world)) === 'native') return discover(directory, world);
  return (await import('../git/portable/discover.ts')).discover(directory, world);
}
