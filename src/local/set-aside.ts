import { basename } from 'node:path';
import { localPath, type PathsTo } from './files.ts';
import { listOwnFolder } from './own-folder.ts';

/** The ids of damaged objects whose files were moved out of the way. */
export function listSetAside(place: PathsTo<'damaged'>): string[] {
  return listOwnFolder(localPath(place, 'damaged'))
    .map((path) => basename(path))
    .filter((name) => /^[0-9a-f]{40,64}$/.test(name));
}
