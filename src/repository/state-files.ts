import { lstatSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

const MOST_FILES = 200;

/** Names and sizes of the files that other tools keep in their state folders; never their contents. */
export function listStateFiles(
  root: string,
  folders: readonly string[],
): { readonly state_files?: readonly { readonly path: string; readonly size: number }[] } {
  const files = folders
    .flatMap((folder) => filesBelow(root, folder))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .slice(0, MOST_FILES);
  return files.length === 0 ? {} : { state_files: files };
}

function filesBelow(root: string, folder: string): { path: string; size: number }[] {
  const top = lstatSync(join(root, folder), { throwIfNoEntry: false });
  if (!top?.isDirectory()) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(folder, name);
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    return found?.isFile() ? [{ path: path.split(sep).join('/'), size: found.size }] : [];
  });
}
