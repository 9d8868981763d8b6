import type { World } from '../core/world.ts';

/** Says on stderr what is good to know beside the result, to who did not ask for quiet. */
export function tell(world: World, text: string): void {
  if (!world.quiet) world.stderr.write(text);
}
