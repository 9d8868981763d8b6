import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { defined } from '../core/defined.ts';
import { describeError, Failure } from '../core/failure.ts';

const MAX_FILES = 200;

interface StateFile {
  readonly path: string;
  readonly size: number;
}

interface StateFiles {
  readonly files: readonly StateFile[];
  /** What could not be listed, and why. */
  readonly error?: string;
}

/** Names and sizes of the files that other tools keep in their state folders, for a note. */
export function listStateFiles(
  root: string,
  folders: readonly string[],
): { readonly state_files?: readonly StateFile[] } {
  const files = scanStateFiles(root, folders).files.slice(0, MAX_FILES);
  return files.length === 0 ? {} : { state_files: files };
}

/** All files of the state folders with their sizes, never their contents. A folder that cannot be listed stops nothing. */
export function scanStateFiles(root: string, folders: readonly string[]): StateFiles {
  const errors: string[] = [];
  const files = folders
    .flatMap((folder) => {
      try {
        return filesBelow(root, folder);
      } catch (error) {
        errors.push(describeError(error));
        return [];
      }
    })
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  return defined({ files, error: errors.join('; ') || undefined });
}

function filesBelow(root: string, folder: string): StateFile[] {
  const top = lstatSync(join(root, folder), { throwIfNoEntry: false });
  if (!top?.isDirectory()) return [];
  // A repository may name the folders: not those of its user.
  if (!realpathSync(join(root, folder)).startsWith(realpathSync(root) + sep)) {
    throw new Failure('no', `the state folder '${folder}' is not inside the working tree`);
  }
  return listFiles(root, folder);
}

/** Follows no link: it may lead to the user's own files, or around in circles without an end. */
function listFiles(root: string, folder: string): StateFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(root, path);
    const size = entry.isFile() ? lstatSync(join(root, path), { throwIfNoEntry: false })?.size : undefined;
    return size === undefined ? [] : [{ path: path.split(sep).join('/'), size }];
  });
}
