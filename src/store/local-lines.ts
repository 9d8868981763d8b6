import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GitEngine } from '../git/engine.ts';
import { makeOwnFolder } from '../git/scratch.ts';

/** Facts of this clone alone, which are never shared: files of lines under `<common dir>/git-checkpoint/`. */
export type LocalFile = 'aliases' | 'imported' | 'allowed-secrets' | 'quarantine';

export function readLocalLines({ place }: Pick<GitEngine, 'place'>, file: LocalFile): string[] {
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
export function appendLocalLines({ place }: Pick<GitEngine, 'place'>, file: LocalFile, lines: readonly string[]): void {
  if (lines.length === 0) return;
  makeOwnFolder(join(place.commonDir, 'git-checkpoint'));
  appendFileSync(join(place.commonDir, 'git-checkpoint', file), `${lines.join('\n')}\n`);
}
