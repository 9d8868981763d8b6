import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Removes files of a folder that nobody has touched for so many milliseconds. */
export function sweepOlderThan(folder: string, age: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > age) rmSync(path, { force: true });
  }
}
