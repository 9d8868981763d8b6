import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import { makeOwnFolder } from './scratch.ts';

/** Facts of this clone alone, which are never shared: files of lines under `<common dir>/git-checkpoint/`. */
export type LocalFile = 'aliases' | 'imported' | 'allowed-secrets' | 'quarantine';

interface Located {
  readonly place: RepositoryPaths;
}

export function readLocalLines({ place }: Located, file: LocalFile): string[] {
  try {
    return readFileSync(join(place.commonDir, 'git-checkpoint', file), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Adds lines in one write, so that two writers do not mix. */
export function appendLocalLines({ place }: Located, file: LocalFile, lines: readonly string[]): void {
  if (lines.length === 0) return;
  makeOwnFolder(join(place.commonDir, 'git-checkpoint'));
  appendFileSync(join(place.commonDir, 'git-checkpoint', file), `${lines.join('\n')}\n`);
}
