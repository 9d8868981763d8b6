import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listOwnFolder } from '../local/own-folder.ts';

/** Removes files of a folder that nobody has touched for so many milliseconds. */
export function sweepOlderThan(folder: string, age: number): void {
  for (const name of listOwnFolder(folder)) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > age) rmSync(path, { force: true });
  }
}
