import type { World } from '../core/world.ts';
import type { Place } from '../git/engine.ts';
import { discover } from '../git/native/discover.ts';

export type { Place } from '../git/engine.ts';

/** Where the repository around a directory lies. Costs no git process in the usual layouts. */
export function locate(directory: string, world: World): Promise<Place> {
  return discover(directory, world);
}
