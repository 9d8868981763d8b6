import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { removeScratch, scratchPath } from '../../local/scratch.ts';
import type { FileVersions, MergedFile } from '../worktree-engine.ts';
import { gitFailure, type RunOptions, tryGit } from './run.ts';

const MAX_CONFLICTS = 127;

/** git's own three-way merge of one file (see the contract). */
export async function mergeFile(
  place: RepositoryPaths,
  versions: FileVersions,
  options: RunOptions,
): Promise<MergedFile> {
  const folder = scratchPath(place, 'merge-');
  const sides = ['ours', 'base', 'theirs'] as const;
  try {
    mkdirSync(folder);
    for (const side of sides) writeFileSync(join(folder, side), versions[side]);
    const labels = sides.flatMap((side) => ['-L', versions.labels[side]]);
    const args = ['merge-file', '-p', ...labels, ...sides.map((side) => join(folder, side))];
    const run = await tryGit(args, options);
    // The exit code is the number of conflicts, and 255 an error; of those only binary contents are an answer.
    if (run.code <= MAX_CONFLICTS) return { kind: 'merged', bytes: run.stdout, conflicts: run.code };
    if (/binary/i.test(run.stderr)) return { kind: 'binary' };
    throw gitFailure(args, run.stderr);
  } finally {
    removeScratch(folder);
  }
}
