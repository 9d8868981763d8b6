import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { Operation } from './engine.ts';

const marks: readonly (readonly [string, Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** What git is in the middle of. */
export function operationIn(place: RepositoryPaths): Operation | undefined {
  return marks.find(([name]) => existsSync(join(place.gitDir, name)))?.[1];
}
