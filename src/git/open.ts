import type { World } from '../core/world.ts';
import { chooseEngine } from './choose-engine.ts';
import type { GitEngine, Place } from './engine.ts';
import { discover } from './native/discover.ts';
import { openNative } from './native/engine.ts';

/** Opens the repository around a directory with the engine that works here. */
export async function openEngine(directory: string, world: World): Promise<GitEngine> {
  if ((await chooseEngine(directory, world)) === 'native') return openNative(await discover(directory, world), world);
  const { openPortable } = await import('./portable/engine.ts');
  return openPortable(directory, world);
}

/** Where the repository around a directory lies. Costs no git process in the usual layouts. */
export async function findPlace(directory: string, world: World): Promise<Place> {
  if ((await chooseEngine(directory, world)) === 'native') return discover(directory, world);
  return (await import('./portable/discover.ts')).discover(directory, world);
}
