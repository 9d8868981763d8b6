import type { StatusEntry } from './engine.ts';

/**
 * Of a snapshot's paths, those that the disk has to tell. What is staged and was not changed since is in the index: also where a
 * sparse checkout has no file for it, or git was told not to look at it.
 */
export function pathsToRead(entries: readonly StatusEntry[], paths: readonly string[]): string[] {
  const settled = new Set(
    entries
      .filter(({ kind, staged, unstaged }) => kind === 'tracked' && staged !== 'D' && unstaged === '.')
      .map(({ path }) => path),
  );
  return paths.filter((path) => !settled.has(path));
}
