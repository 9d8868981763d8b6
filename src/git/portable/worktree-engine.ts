import { statSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../core/defined.ts';
import { bytePathOf, onDisk } from '../files/byte-path.ts';
import { Refusal } from '../files/refusal.ts';
import type { WorktreeEngine } from '../worktree-engine.ts';
import { checkoutFiles } from './checkout.ts';
import { treeOfFolder } from './folder-tree.ts';
import { ignoredUnder } from './ignored-under.ts';
import { treeNamed } from './names.ts';
import type { RepositoryParts } from './repository-parts.ts';
import { headBelow } from './submodule.ts';
import { unwatchedPaths, writeIndex } from './user-index.ts';
import type { Worktree } from './worktree.ts';

/** The part of the portable engine that restoring uses. */
export function portableWorktree(parts: RepositoryParts, worktree: () => Worktree): WorktreeEngine {
  const { place, objects, refs } = parts;
  const named = (tree: string) => treeNamed(objects, refs, tree);
  return {
    checkoutFiles: async (tree, folder, paths) => checkoutFiles(parts, await named(tree), defined({ folder, paths })),
    treeOfFolder: (folder) => treeOfFolder(parts, folder),
    storedIds: async (paths, { write = false } = {}) => {
      const cleaner = worktree().cleaner();
      const found = paths.map(bytePathOf).map((path) => ({ path, stat: statSync(onDisk(place.root, path)) }));
      return Promise.all(found.map(({ path, stat }) => cleaner[write ? 'write' : 'hash'](path, stat)));
    },
    headBelow: async (folder) => headBelow(join(place.root, folder)),
    ignoredUnder: async (tree, paths) => ignoredUnder(parts, await named(tree), paths),
    unwatchedPaths: async () => unwatchedPaths(parts),
    writeIndex: async (tree) => writeIndex(parts, await named(tree)),
    mergeFile: async () => {
      throw new Refusal('a three-way merge of a file', 'Restore without --merge, or install git here.');
    },
    addWorktree: async () => {
      throw new Refusal('a new linked worktree', 'Restore in place, or only the files (--plain), or install git here.');
    },
  };
}
