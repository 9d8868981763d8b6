import type { Oid } from '../../core/checkpoint.ts';
import { Refusal } from '../files/refusal.ts';
import { type BytePath, below } from './byte-path.ts';

const refused: Readonly<Record<string, string>> = { link: 'a split index', sdir: 'a sparse index' };

/** Reads what follows the entries of an index: the trees that git knows already. What it must not ignore is refused by name. */
export function readExtensions(bytes: Buffer): ReadonlyMap<BytePath, Oid> {
  let trees: ReadonlyMap<BytePath, Oid> = new Map();
  for (let at = 0; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const end = at + 8 + bytes.readUInt32BE(at + 4);
    // A small first letter says: who does not know this must not touch the index.
    if (/^[^A-Z]/.test(name)) throw new Refusal(refused[name] ?? `the index extension ‘${name}’`, howTo(name));
    if (name === 'TREE') trees = readTrees(bytes.subarray(at + 8, end));
    at = end;
  }
  return trees;
}

function howTo(name: string): string | undefined {
  if (name === 'link') return 'Run `git update-index --no-split-index` where there is a git.';
  return name === 'sdir' ? 'Run `git sparse-checkout reapply --no-sparse-index` where there is a git.' : undefined;
}

/** Folders depth first: `name NUL count SP subfolders LF oid`; a count of -1 says that the tree is not known. */
function readTrees(bytes: Buffer): Map<BytePath, Oid> {
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
    const [count = -1, folders = 0] = bytes
      .toString('latin1', nameEnd + 1, lineEnd)
      .split(' ')
      .map(Number);
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
