import { realpathSync } from 'node:fs';
import type { World } from '../core/world.ts';
import { expandHome } from './files/config-includes.ts';
import { homeOf, readConfigEntries } from './files/config-reader.ts';

/** Whether `safe.directory` of the system, the user or the command line names a directory; a repository has no say in it. */
export function isSafeDirectory(directory: string, env: World['env']): boolean {
  const home = homeOf(env);
  const paths = [directory, realpathSync(directory)];
  let safe = false;
  for (const { key, value } of readConfigEntries(undefined, env)) {
    if (key !== 'safe.directory') continue;
    // As in git, an empty value takes back what stands before it.
    safe = value !== '' && (safe || paths.some((path) => matches(expandHome(value, home), path)));
  }
  return safe;
}

function matches(pattern: string, path: string): boolean {
  if (pattern === '*' || pattern.replace(/\/+$/, '') === path) return true;
  return pattern.endsWith('/*') && path.startsWith(pattern.slice(0, -1));
}
