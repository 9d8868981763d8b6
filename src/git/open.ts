import type { World } from '../core/world.ts';
import type { GitEngine } from './engine.ts';
import { discover } from './native/discover.ts';
import { openNative } from './native/engine.ts';

/** Opens the repository around a directory. */
export async function openEngine(directory: string, world: World): Promise<GitEngine> {
  return openNative(await discover(directory, world), world);
}
