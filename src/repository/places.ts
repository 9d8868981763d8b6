import type { Places } from '../core/places.ts';
import { hostName } from '../store/known-worktrees.ts';
import type { Repository } from './repository.ts';

/** What of this machine stays here when words leave it. */
export function placesOf({ engine, world }: Repository): Places {
  const { env } = world;
  return {
    roots: [engine.place.root],
    home: env['HOME'] ?? env['USERPROFILE'] ?? '',
    user: env['USER'] ?? env['LOGNAME'] ?? env['USERNAME'] ?? '',
    host: hostName(),
  };
}
