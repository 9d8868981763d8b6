import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Removes files of a folder, or those whose names end so, that nobody has touched for so many milliseconds. */
export function sweepOlderThan(folder: string, age: number, ending = ''): void {
  for (const name of readdirSync(folder).filter((one) => one.endsWith(ending))) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > age) rmSync(path, { force: true });
  }
}
