import { join } from 'node:path';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { makeShelter, type Shelter } from '../shelter.ts';
import { type RunOptions, runGit } from './run.ts';

export interface NativeShelter extends Shelter {
  /** What makes git write there and read from both. */
  readonly env: Readonly<Record<string, string>>;
}

/** A shelter that git itself packs. */
export function nativeShelter(place: RepositoryPaths, options: RunOptions): NativeShelter {
  const alternate = JSON.stringify(join(place.commonDir, 'objects'));
  const envOf = (directory: string) => ({
    GIT_OBJECT_DIRECTORY: directory,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: alternate,
  });
  const shelter = makeShelter(place, async (directory, oids, folder) => {
    const inside = { ...options, env: { ...options.env, ...envOf(directory) }, stdin: `${oids.join('\n')}\n` };
    return `pack-${(await runGit(['pack-objects', '--quiet', join(folder, 'pack')], inside)).toString().trim()}`;
  });
  return { ...shelter, env: envOf(shelter.directory) };
}
