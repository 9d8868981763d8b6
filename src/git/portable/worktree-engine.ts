import { join } from 'node:path';
import type { WorktreeEngine } from '../worktree-engine.ts';
import { checkoutFiles } from './checkout.ts';
import { treeOfFolder } from './folder-tree.ts';
import { ignoredUnder } from './ignored-under.ts';
import { addWorktree } from './linked-worktree.ts';
import { mergeFile } from './merge-file.ts';
import { treeNamed } from './names.ts';
import type { RepositoryParts } from './repository-parts.ts';
import { storedIds } from './stored-ids.ts';
import { headOf, repositoryAt } from './submodule.ts';
import { unwatchedPaths, writeIndex } from './user-index.ts';
import type { Worktree } from './worktree.ts';

/** The part of the portable engine that restoring uses. */
export function portableWorktree(parts: RepositoryParts, worktree: () => Worktree): WorktreeEngine {
  const named = (tree: string) => treeNamed(parts.objects, parts.refs, tree);
  return {
    checkoutFiles: async (tree, folder, paths) =>
      checkoutFiles(parts, named(tree), { folder, ...(paths === undefined ? {} : { paths }) }),
    treeOfFolder: (folder) => treeOfFolder(parts, folder),
    storedIds: (paths) => storedIds(worktree(), paths),
    headBelow: async (folder) => {
      const repository = repositoryAt(join(parts.place.root, folder));
      return repository && headOf(repository);
    },
    ignoredUnder: async (tree, paths) => ignoredUnder(parts, named(tree), paths),
    unwatchedPaths: async () => unwatchedPaths(parts),
    writeIndex: (tree) => writeIndex(parts, named(tree)),
    mergeFile: async (versions) => mergeFile(versions),
    addWorktree: (request) =>
      addWorktree(parts, { ...request, tree: named(request.tree), index: named(request.index) }),
  };
}
