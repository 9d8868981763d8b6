import { hidePlaces, type Places } from '../core/places.ts';
import type { World } from '../core/world.ts';
import { redact } from '../redaction/redact.ts';
import { hostName } from '../store/known-worktrees.ts';
import type { Repository } from './repository.ts';

/** What of this machine stays here when words leave it. */
export function placesOf({ engine, world }: Repository): Places {
  return placesFor(world, [engine.place.root]);
}

/** A text for others to read: without secrets, and without where and by whom the work is done. */
export function textForOthers(text: string, world: World, roots: readonly string[]): string {
  return hidePlaces(redact(text).text, placesFor(world, roots));
}

function placesFor({ env }: World, roots: readonly string[]): Places {
  return {
    roots,
    home: env['HOME'] ?? env['USERPROFILE'] ?? '',
    user: env['USER'] ?? env['LOGNAME'] ?? env['USERNAME'] ?? '',
    host: hostName(),
  };
}
