import { pathFromBytes, pathToBytes } from '../../core/path-text.ts';

/**
 * A path as its bytes, each a character: sorts as git sorts and survives what is not UTF-8. Everything inside this engine uses
 * it; the contract speaks path texts.
 */
export type BytePath = string;

const ascii = /^[\0-\x7f]*$/;

export function textOf(path: BytePath): string {
  return ascii.test(path) ? path : pathFromBytes(Buffer.from(path, 'latin1'));
}

export function bytePathOf(text: string): BytePath {
  return ascii.test(text) ? text : Buffer.from(pathToBytes(text)).toString('latin1');
}

/** What `node:fs` takes for a path below a folder: bytes where it must. */
export function onDisk(root: string, path: BytePath): string | Buffer {
  if (path === '') return root;
  return ascii.test(path) ? `${root}/${path}` : Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
}

/** Everything before the last slash; empty at the top. */
export function folderOf(path: BytePath): BytePath {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function nameOf(path: BytePath): BytePath {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function below(folder: BytePath, name: BytePath): BytePath {
  return folder === '' ? name : `${folder}/${name}`;
}

/** git's order of paths. */
export function compareBytes(one: BytePath, other: BytePath): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
