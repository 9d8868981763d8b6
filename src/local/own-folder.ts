import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FOLDER } from './files.ts';

/** Makes `git-checkpoint`, or a folder in it. Not the folders above: a repository that was deleted or moved must not come back. */
export function makeOwnFolder(path: string): void {
  if (existsSync(path)) return;
  if (basename(path) !== FOLDER) makeOwnFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Whether the system lets this user write here, disk space apart. */
export function canBeWritten(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The names in a local folder; none when it is absent. */
export function listOwnFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Removes the files of a local folder that nobody has touched for so many milliseconds. */
export function removeOlderThan(folder: string, age: number, now: Date): void {
  for (const name of listOwnFolder(folder)) {
    const path = join(folder, name);
    const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (now.getTime() - touched > age) rmSync(path, { force: true });
  }
}
