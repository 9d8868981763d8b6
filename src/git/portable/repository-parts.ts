import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { World } from '../../core/world.ts';
import type { ConfigValues } from '../files/config-values.ts';
import type { RefReader } from '../files/ref-reader.ts';
import type { RefTarget } from '../files/ref-writer.ts';
import type { Objects } from './objects.ts';

/** What every part of this engine works on. */
export interface RepositoryParts {
  readonly place: RepositoryPaths;
  readonly world: Pick<World, 'env'>;
  readonly config: ConfigValues;
  readonly refs: RefReader;
  readonly objects: Objects;
  /** Where refs are moved. */
  readonly target: RefTarget;
}
