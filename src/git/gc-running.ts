import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { isAbandonedLock } from '../local/owner.ts';

/** After which git itself believes no such mark any more. */
const PATIENCE_MS = 12 * 3_600_000;

/** Whether a `git gc` holds this repository, as far as we may know. */
export function gcRuns(place: RepositoryPaths): boolean {
  const mark = join(place.commonDir, 'gc.pid');
  return existsSync(mark) && !isAbandonedLock(mark, PATIENCE_MS);
}
