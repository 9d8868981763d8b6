import { lstatSync, type Stats } from 'node:fs';
import { hasEscapedBytes, pathToBytes } from '../core/path-text.ts';

/** Where a path, as git writes it, lies on the disk; as bytes where it is not UTF-8. */
export function diskPath(root: string, path: string): string | Buffer {
  // A thousand times `join` takes milliseconds, and git's paths need no cleaning.
  return hasEscapedBytes(path) ? Buffer.concat([Buffer.from(`${root}/`), pathToBytes(path)]) : `${root}/${path}`;
}

/** Whether a look at a path failed because a folder above it is a file, or a link that leads in a circle. */
function hasNoPlace(error: unknown): boolean {
  return ['ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** What is at a path, itself and not what it links to; undefined when nothing is or can be. */
export function lstatIfThere(path: string | Buffer): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (hasNoPlace(error)) return undefined;
    throw error;
  }
}

/** The folders above a path, the nearest last: `a/b/c` has `a` and `a/b`. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    folders.push(path.slice(0, slash));
  return folders;
}

/**
 * Tells for paths of one working tree what stands in their way: the first thing above them that is there and no folder, such as a
 * symbolic link. Remembers folders it has seen, so it is good for one pass.
 */
export function obstacleFinder(root: string): (path: string) => string | undefined {
  const seen = new Map<string, boolean>();
  const isObstacle = (folder: string) => {
    const known = seen.get(folder);
    if (known !== undefined) return known;
    const found = lstatIfThere(diskPath(root, folder));
    const obstacle = found !== undefined && !found.isDirectory();
    seen.set(folder, obstacle);
    return obstacle;
  };
  return (path) => foldersAbove(path).find(isObstacle);
}
