import { isAbsolute, posix, relative, sep } from 'node:path';
import { Failure } from '../core/failure.ts';
import type { Repository } from './repository.ts';

/** What a person or a program wants put back. Paths are relative to where they stand. */
export interface RestoreRequest {
  /** A number, `latest`, a uid. */
  readonly name: string;
  /** Only these files and folders; all when left out. */
  readonly paths?: readonly string[];
  /** Merge with what was edited since, instead of going back behind it. */
  readonly merge?: boolean;
  /** The index too, when the checkpoint has one. */
  readonly staged?: boolean;
  /** Also in the middle of a merge, rebase, cherry-pick, revert or bisect. */
  readonly force?: boolean;
  /** Exactly these paths may be lost although they were not captured. */
  readonly forcePaths?: readonly string[];
}

/** Turns paths as a person gives them into paths from the top of the working tree; `.` at the top is all of it, `''`. */
export function pathsFromTop({ engine }: Repository, paths: readonly string[]): string[] {
  return paths.map((path) => {
    const { root, prefix } = engine.place;
    const local = isAbsolute(path) ? relative(root, path).split(sep).join('/') : `${prefix}${path}`;
    const full = posix.normalize(local).replace(/\/$/, '');
    if (full === '..' || full.startsWith('../') || isAbsolute(full))
      throw new Failure('usage', `‘${path}’ is outside of the working tree`);
    return full === '.' ? '' : full;
  });
}
