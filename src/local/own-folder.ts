import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UntrustedRepository } from '../core/failure.ts';
import { FOLDER, localFolder } from './files.ts';
import { ageOf } from './owner.ts';

/** Makes `git-checkpoint`, or a folder in it. Not the folders above: a repository that was deleted or moved must not come back. */
export function makeOwnFolder(path: string): void {
  if (existsSync(path)) return;
  if (!basename(path).startsWith(FOLDER)) makeOwnFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Refuses a folder that is a link, or of somebody other than this user and the owner of the git directory; shuts it for the rest. */
export function checkOwnFolder(gitDirectory: string): void {
  const path = localFolder(gitDirectory);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  const user = process.geteuid?.();
  const isOwned = user === undefined || [user, statSync(gitDirectory).uid].includes(found.uid);
  if (!found.isDirectory() || !isOwned) {
    const why = found.isDirectory() ? 'belongs to another user' : `is a ${found.isSymbolicLink() ? 'link' : 'file'}`;
    throw new UntrustedRepository(`'${path}' ${why}`, {
      hint: 'Nothing was read or written through it. Find out who made it, then remove it: no checkpoint is lost with it.',
    });
  }
  if (found.uid === user && found.mode & 0o077) closeToOthers(path);
}

/** Older versions left it open. */
function closeToOthers(path: string): void {
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    fchmodSync(folder, 0o700);
  } catch (error) {
    // Where nothing can be written, nothing can be shut either, and what is there can still be resumed.
    if (!['EROFS', 'EPERM', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    closeSync(folder);
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
