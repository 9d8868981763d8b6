import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { World } from '../core/world.ts';
import { userStateFolder } from './files.ts';
import { writeOwnFile } from './own-file.ts';
import { removeOlderThan } from './own-folder.ts';

const MAX_AGE_MS = 30 * 86_400_000;

/**
 * Marks that a session's next prompt has something to tell. A shell looks for the mark before it starts the hook that tells it
 * (`agents/command-filter.ts`), so the session's id is the name of the file. An id that is no plain name gets none: what is due is
 * told at the session's next start.
 */
export function markDue(world: Pick<World, 'env' | 'now'>, session: string): void {
  const path = pathOf(world, session);
  if (path === undefined) return;
  mkdirSync(dirname(userStateFolder(world)), { recursive: true });
  writeOwnFile(path, '');
  removeOlderThan(dirname(path), MAX_AGE_MS, world.now());
}

export function forgetDue(world: Pick<World, 'env'>, session: string): void {
  const path = pathOf(world, session);
  if (path !== undefined) rmSync(path, { force: true });
}

function pathOf(world: Pick<World, 'env'>, session: string): string | undefined {
  return /^\w[\w.-]{0,127}$/.test(session) ? join(userStateFolder(world), 'due', session) : undefined;
}
