import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../../core/checkpoint.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { RefReader } from '../files/ref-reader.ts';
import { repositoryOf } from '../nearby.ts';

/** The repository at a folder inside a working tree: a submodule, or one that nobody declared. */
export function repositoryAt(root: string): RepositoryPaths | undefined {
  const place = repositoryOf(root, join(root, '.git'));
  return place && existsSync(join(place.commonDir, 'refs')) ? place : undefined;
}

/** The commit that the repository at a folder stands on; undefined where there is none, or no commit. */
export function headBelow(root: string): Oid | undefined {
  const place = repositoryAt(root);
  return place && new RefReader(place).resolve('HEAD');
}
