import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FOLDER } from './files.ts';
import { ageOf } from './owner.ts';

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

/** The paths of what is in a local folder; none when it is absent. */
export function listOwnFolder(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Removes the files of a local folder that nobody has touched for so many milliseconds. */
export function removeOlderThan(folder: string, age: number, now: Date): void {
  for (const path of listOwnFolder(folder)) if (ageOf(path, now) > age) rmSync(path, { force: true });
}
