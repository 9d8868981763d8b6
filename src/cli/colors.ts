import { type World, worldAt } from '../core/world.ts';
import type { Repository } from '../open/repository.ts';

type Configured = Pick<Repository['engine'], 'configEntries'>;

/** The same world with what git's configuration says of colour: for a diff `color.diff` before `color.ui`. `--color` and NO_COLOR come first. */
export async function withColors(
  world: World,
  repository: { readonly engine: Configured },
  key = 'color.ui',
): Promise<World> {
  if (world.color !== undefined || world.env['NO_COLOR']) return world;
  const entries = await repository.engine.configEntries();
  const last = (wanted: string) => entries.findLast((entry) => entry.key === wanted)?.value;
  const color = choice(last(key) ?? last('color.ui') ?? 'auto');
  return color === undefined ? world : worldAt(world.cwd, world, { color });
}

/** git's words: true leaves it to the terminal like auto does, and what means no colour has many spellings. */
function choice(value: string): World['color'] {
  const word = value.toLowerCase();
  if (word === 'always') return 'always';
  return ['never', 'false', 'no', 'off'].includes(word) || Number(word) === 0 ? 'never' : undefined;
}
