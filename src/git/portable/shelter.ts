import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { GitObject } from '../engine.ts';
import { ObjectStore } from '../files/object-store.ts';
import { makeShelter, type Shelter } from '../shelter.ts';
import { renderPack } from './pack-bytes.ts';

/** A shelter that is packed in process. */
export function portableShelter(place: RepositoryPaths): Shelter {
  return makeShelter(place, async (directory, oids, folder) => {
    const store = new ObjectStore(directory);
    const objects = oids.flatMap((oid): GitObject[] => {
      const found = store.find(oid);
      return found === undefined ? [] : [{ oid, ...found }];
    });
    store.close();
    const { pack, index, id } = renderPack(objects);
    writeFileSync(join(folder, `pack-${id}.pack`), pack, { mode: 0o444 });
    writeFileSync(join(folder, `pack-${id}.idx`), index, { mode: 0o444 });
    return `pack-${id}`;
  });
}
