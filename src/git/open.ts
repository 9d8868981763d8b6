import type { World } from '../core/world.ts';
import { chooseEngine } from './choose-engine.ts';
import type { GitEngine } from './engine.ts';
import { discover } from './native/discover.ts';
import { openNative } from './native/engine.ts';

/** Opens the repository around a directory with the engine that works here. */
export async function openEngine(directory: string, world: World): Promise<GitEngine> {
  if ((await chooseEngine(directory, world)) === 'native') return openNative(await discover(directory, world), world);
  const { openPortable } = await import('./portable/engine.ts');
  return openPortable(directory, world);
}
