import { join } from 'node:path';
import { Failure } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { World } from '../core/world.ts';
import { parseConfig, type Setting } from './files/config-parse.ts';
import { readIfThere } from './files/read-if-there.ts';
import type { ObjectFormat } from './hash.ts';

interface RepositoryFormat {
  readonly objectFormat: ObjectFormat;
  /** Objects and refs are files in the places that every git knows, so they may be read and written without it. */
  readonly isPlain: boolean;
}

/** Extensions that change nothing about where objects and refs are. */
const harmless = new Set(['noop', 'preciousobjects', 'partialclone', 'worktreeconfig', 'relativeworktrees']);

/** What kind of repository this is. git reads it from the repository's own file only, without includes; so does this. */
export function readRepositoryFormat({ commonDir }: RepositoryPaths, env: World['env']): RepositoryFormat {
  const settings = readSettings(join(commonDir, 'config'));
  if (settings === undefined) return { objectFormat: 'sha1', isPlain: false };
  const extensions = settings.filter(({ key }) => /^extensions\.[^.]+$/.test(key));
  const last = (name: string) => extensions.findLast(({ key }) => key === `extensions.${name}`)?.value.toLowerCase();
  const objectFormat = last('objectformat') === 'sha256' ? 'sha256' : 'sha1';
  const version = Number(settings.findLast(({ key }) => key === 'core.repositoryformatversion')?.value ?? 0);
  const isKnown = ({ key, value }: Setting) => {
    const name = key.slice('extensions.'.length);
    if (name === 'objectformat') return value.toLowerCase() === 'sha1';
    return name === 'refstorage' ? value.toLowerCase() === 'files' : harmless.has(name);
  };
  // A variable of newer gits that moves the refs.
  const isMoved = (env['GIT_REFERENCE_BACKEND'] ?? '') !== '';
  return { objectFormat, isPlain: version <= 1 && extensions.every(isKnown) && !isMoved };
}

/** Undefined when the file cannot be understood: git says what is wrong with it. */
function readSettings(path: string): Setting[] | undefined {
  try {
    return parseConfig(readIfThere(path)?.toString() ?? '', path);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
