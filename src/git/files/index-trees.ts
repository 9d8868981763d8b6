import type { Oid } from '../../core/checkpoint.ts';
import { type BytePath, below } from './byte-path.ts';

/**
 * The folders of an index whose tree git knows, from its TREE extension: depth first, `name NUL count SP subfolders LF oid`; a count of
 * -1 says that the tree is not known. Where HEAD has the same one, nothing is staged and no tree has to be read.
 */
export function readKnownTrees(bytes: Buffer): Map<BytePath, Oid> {
  const trees = new Map<BytePath, Oid>();
  let at = 0;
  const visit = (parent: BytePath | undefined): void => {
    const nameEnd = bytes.indexOf(0, at);
    const lineEnd = nameEnd < 0 ? -1 : bytes.indexOf(0x0a, nameEnd);
    if (lineEnd < 0) {
      // Cut short: what is known by now is all.
      at = bytes.length;
      return;
    }
    const name = bytes.toString('latin1', at, nameEnd);
    const counts = bytes
      .toString('latin1', nameEnd + 1, lineEnd)
      .split(' ')
      .map(Number);
    const [count = -1, folders = 0] = counts;
    const path = parent === undefined ? '' : below(parent, name);
    at = lineEnd + 1;
    if (count >= 0) {
      trees.set(path, bytes.toString('hex', at, at + 20));
      at += 20;
    }
    for (let left = folders; left > 0 && at < bytes.length; left -= 1) visit(path);
  };
  if (bytes.length > 0) visit(undefined);
  return trees;
}
