import { rmSync } from 'node:fs';
import { oldLocks, STALE_AFTER_MS } from '../git/stale-ref-locks.ts';
import type { Repository } from '../open/repository.ts';

/** Removes the lock files on our refs that nobody can hold any more; answers whether there were any. */
export function removeOldLocks({ engine }: Repository): boolean {
  const locks = oldLocks(engine.place, STALE_AFTER_MS);
  for (const lock of locks) rmSync(lock, { force: true });
  return locks.length > 0;
}
