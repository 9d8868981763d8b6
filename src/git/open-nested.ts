import { Failure } from '../core/failure.ts';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { World } from '../core/world.ts';
import { checkOwnFolder } from '../local/own-folder.ts';
import type { GitEngine } from './engine.ts';
import { isHarmless } from './harmless-settings.ts';
import { locateNested } from './locate-nested.ts';
import { refuseForeignRepository } from './ownership.ts';

interface Outer {
  readonly place: RepositoryPaths;
  readonly env: World['env'];
  readonly open: (place: RepositoryPaths, env: World['env']) => GitEngine | Promise<GitEngine>;
}

/** Opens the repository at a folder of a working tree, if it may be entered (see the contract). */
export async function openNested(outer: Outer, path: string): Promise<GitEngine | 'absent' | 'refused'> {
  try {
    const place = locateNested(outer.place, path);
    if (typeof place === 'string') return place;
    const env = withoutPlace(outer.env);
    await refuseForeignRepository(place, { env });
    for (const gitDirectory of new Set([place.gitDir, place.commonDir])) checkOwnFolder(gitDirectory);
    return isHarmless(place) ? await outer.open(place, env) : 'refused';
  } catch (error) {
    // Another user's, damaged, or of a kind that an engine does not know.
    if (error instanceof Failure || isOfSystem(error)) return 'refused';
    throw error;
  }
}

/** What the caller's environment says of the place is about the repository around. */
function withoutPlace(env: World['env']): World['env'] {
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_COMMON_DIR: _common, GIT_INDEX_FILE: _index, ...rest } = env;
  return rest;
}

function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
