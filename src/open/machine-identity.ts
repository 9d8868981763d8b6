import { hideIdentity, type MachineIdentity } from '../core/machine-identity.ts';
import type { World } from '../core/world.ts';
import { redact } from '../redaction/redact.ts';
import { hostName } from '../store/known-worktrees.ts';
import type { Repository } from './repository.ts';

/** What of this machine stays here when words leave it. */
export function machineIdentity({ engine, world }: Repository): MachineIdentity {
  return placesFor(world, [engine.place.root]);
}

/** A text for others to read: without secrets, and without where and by whom the work is done. */
export function textForOthers(text: string, world: World, roots: readonly string[]): string {
  return hideIdentity(redact(text).text, placesFor(world, roots));
}

function placesFor({ env }: World, roots: readonly string[]): MachineIdentity {
  return {
    roots,
    home: env['HOME'] ?? env['USERPROFILE'] ?? '',
    user: env['USER'] ?? env['LOGNAME'] ?? env['USERNAME'] ?? '',
    host: hostName(),
  };
}
