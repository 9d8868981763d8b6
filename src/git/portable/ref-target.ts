import type { RefTarget } from '../files/ref-writer.ts';
import { syncsRefs } from '../repository-settings.ts';
import type { RepositoryParts } from './repository-parts.ts';

/** Where this engine moves refs. */
export function refTarget({ place, refs, objects, config }: Omit<RepositoryParts, 'world'>): RefTarget {
  return { place, reader: refs, has: (oid) => objects.has(oid), fsync: syncsRefs(config.entries) };
}
