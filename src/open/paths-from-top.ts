import { isAbsolute, posix, relative, sep } from 'node:path';
import { Failure } from '../core/failure.ts';
import type { Repository } from './repository.ts';

/** Turns paths as a person gives them into paths from the top of the working tree; `.` at the top is all of it, `''`. */
export function pathsFromTop({ engine }: Repository, paths: readonly string[]): string[] {
  return paths.map((path) => {
    const { root, prefix } = engine.place;
    const local = isAbsolute(path) ? relative(root, path).split(sep).join('/') : `${prefix}${path}`;
    const full = posix.normalize(local).replace(/\/$/, '');
    if (full === '..' || full.startsWith('../') || isAbsolute(full))
      throw new Failure('usage', `'${path}' is outside of the working tree`);
    return full === '.' ? '' : full;
  });
}
