import { join } from 'node:path';
import { hasEscapedBytes, pathToBytes } from '../core/path-text.ts';

/** Where a path lies on the disk; as bytes where it is not UTF-8. */
export function diskPath(root: string, path: string): string | Buffer {
  return hasEscapedBytes(path) ? Buffer.concat([Buffer.from(`${root}/`), pathToBytes(path)]) : join(root, path);
}
