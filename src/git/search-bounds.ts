import { existsSync, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, sep } from 'node:path';
import type { World } from '../core/world.ts';

/** Where a search for a repository begins, and how long the path of a folder must be to be looked into. */
interface SearchBounds {
  readonly start: string;
  readonly shortest: number;
}

/**
 * Reads GIT_CEILING_DIRECTORIES as git does: neither a ceiling above the start nor what is above it is looked into. Paths are
 * compared as they really are, except that ceilings after an empty entry are taken as they are written.
 */
export function searchBounds(directory: string, env: World['env']): SearchBounds {
  const named = env['GIT_CEILING_DIRECTORIES'] ?? '';
  if (named === '') return { start: directory, shortest: 0 };
  const start = realPath(directory) ?? directory;
  const lengths = ceilings(named)
    .map((ceiling) => ceiling.replace(/\/+$/, '') + sep)
    .filter((ceiling) => start.startsWith(ceiling))
    .map((ceiling) => ceiling.length + 1);
  return { start, shortest: Math.min(start.length, Math.max(0, ...lengths)) };
}

function ceilings(named: string): string[] {
  const entries = named.split(delimiter);
  const empty = entries.indexOf('');
  const isReal = (at: number) => empty < 0 || at < empty;
  return entries.flatMap((entry, at) => {
    if (!isAbsolute(entry)) return [];
    return isReal(at) ? (realPath(entry) ?? []) : entry;
  });
}

function realPath(path: string): string | undefined {
  return existsSync(path) ? realpathSync(path) : undefined;
}
