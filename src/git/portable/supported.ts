import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { World } from '../../core/world.ts';
import type { ConfigValues } from '../files/config-values.ts';
import { readIfThere } from '../files/read-if-there.ts';
import type { RefReader } from '../files/ref-reader.ts';
import { Refusal } from '../files/refusal.ts';
import { readRepositoryFormat } from '../repository-format.ts';

/** Refuses, by name, a repository whose format this engine would read or write wrongly. */
export function refuseUnsupported(place: RepositoryPaths, env: World['env']): void {
  const { oddity } = readRepositoryFormat(place, env);
  if (oddity !== undefined) throw new Refusal(oddity);
}

/** Refuses objects that isomorphic-git does not look for: those of other repositories, and those that stand in for others. */
export function refuseBorrowed(
  place: RepositoryPaths,
  { config, refs, env }: { readonly config: ConfigValues; readonly refs: RefReader; readonly env: World['env'] },
): void {
  const alternates = readIfThere(join(place.commonDir, 'objects', 'info', 'alternates'))?.toString() ?? '';
  if (alternates.trim() !== '')
    throw new Refusal(
      'a repository that borrows objects (objects/info/alternates)',
      'Run `git repack -a -d` and remove that file where there is a git, or install git here.',
    );
  const replaces = env['GIT_NO_REPLACE_OBJECTS'] === undefined && config.flag('core.usereplacerefs', true);
  if (replaces && refs.list('refs/replace/').length > 0)
    throw new Refusal(
      'replaced objects (refs/replace)',
      'Set core.useReplaceRefs to false to see the objects themselves, or install git here.',
    );
}

/** isomorphic-git reads a pack whole to get at one object, and of its index it makes nine times as much. A container of 512 MB holds this. */
const MAX_PACK_MEMORY = 256 << 20;
const INDEX_GROWTH = 9;

/** Packs and their indexes, by their paths. */
export function refuseLargePacks(paths: readonly string[]): void {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const memory = paths.reduce((sum, path) => sum + sizeOf(path) * (path.endsWith('.idx') ? INDEX_GROWTH : 1), 0);
  if (memory <= MAX_PACK_MEMORY) return;
  const [needed, most] = [memory, MAX_PACK_MEMORY].map((bytes) => Math.ceil(bytes / (1 << 20)));
  throw new Refusal(
    `packs that take ${needed} MB of memory (${most} MB at most)`,
    'Install git here, which reads them in parts, or work in a clone with less history (`git clone --depth`).',
  );
}

/** Refuses to write into a repository whose files must carry special permissions. */
export function refuseShared(config: ConfigValues): void {
  const shared = config.text('core.sharedrepository')?.toLowerCase();
  const usual = shared === undefined || ['umask', 'false', '0', 'no', 'off', ''].includes(shared);
  if (!usual) throw new Refusal(`a repository that is shared between users (core.sharedRepository = ${shared})`);
}
