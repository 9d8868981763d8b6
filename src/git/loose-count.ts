import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isAbsence } from './files/read-if-there.ts';

/** How many objects are files of their own. */
export function countLoose(commonDir: string): number {
  const objects = join(commonDir, 'objects');
  return looseFolders(objects).reduce((sum, folder) => sum + namesIn(join(objects, folder)).length, 0);
}

/** Bytes on the disk of all objects, packed and loose. */
export function sizeOfObjects(commonDir: string): number {
  const objects = join(commonDir, 'objects');
  let bytes = 0;
  for (const folder of ['pack', ...looseFolders(objects)])
    for (const name of namesIn(join(objects, folder)))
      bytes += statSync(join(objects, folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

function looseFolders(objects: string): string[] {
  return namesIn(objects).filter((name) => /^[0-9a-f]{2}$/.test(name));
}

/** The names in a folder of git's; none when it is not there. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // A gc removes folders that became empty.
    if (isAbsence(error)) return [];
    throw error;
  }
}
