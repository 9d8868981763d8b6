import { join } from 'node:path';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { World } from '../core/world.ts';
import { findSettings, type Setting } from './files/config-parse.ts';
import { readIfThere } from './files/read-if-there.ts';
import type { ObjectFormat } from './hash.ts';

interface RepositoryFormat {
  readonly objectFormat: ObjectFormat;
  /** What keeps others than git from its objects and refs; undefined when they are files in the places that every git knows. */
  readonly oddity: string | undefined;
}

/** Extensions that change nothing about where objects and refs are. */
const harmless = new Set(['noop', 'preciousobjects', 'partialclone', 'worktreeconfig', 'relativeworktrees']);

/** What kind of repository this is. git reads it from the repository's own file only, without includes; so does this. */
export function readRepositoryFormat({ commonDir }: RepositoryPaths, env: World['env']): RepositoryFormat {
  const path = join(commonDir, 'config');
  const settings = findSettings(readIfThere(path)?.toString() ?? '', path);
  // git says what is wrong with it.
  if (settings === undefined) return { objectFormat: 'sha1', oddity: `${path}, which is damaged` };
  const last = (name: string) => settings.findLast(({ key }) => key === name)?.value.toLowerCase();
  const objectFormat = last('extensions.objectformat') === 'sha256' ? 'sha256' : 'sha1';
  const version = Number(last('core.repositoryformatversion') ?? 0);
  // A variable of newer gits that moves the refs.
  if ((env['GIT_REFERENCE_BACKEND'] ?? '') !== '') return { objectFormat, oddity: 'refs at GIT_REFERENCE_BACKEND' };
  if (version > 1) return { objectFormat, oddity: `a repository of format version ${version}` };
  return { objectFormat, oddity: settings.map(oddityOf).find((oddity) => oddity !== undefined) };
}

function oddityOf({ key, value }: Setting): string | undefined {
  const name = /^extensions\.([^.]+)$/.exec(key)?.[1];
  const setting = `${name} ${value.toLowerCase()}`;
  if (setting === 'objectformat sha256') return 'a SHA-256 repository';
  if (setting === 'refstorage reftable') return 'refs in the reftable format';
  if (name === undefined || harmless.has(name) || ['objectformat sha1', 'refstorage files'].includes(setting))
    return undefined;
  return `the repository extension '${name}'`;
}
