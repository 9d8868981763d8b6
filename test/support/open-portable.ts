import type { World } from '../../src/core/world.ts';
import type { GitEngine } from '../../src/git/engine.ts';
import { discover } from '../../src/git/portable/discover.ts';
import { openPortable } from '../../src/git/portable/engine.ts';

/** Opens the repository around a directory with the portable engine. */
export async function openPortableIn(directory: string, world: World): Promise<GitEngine> {
  return openPortable(discover(directory, world), world);
}
