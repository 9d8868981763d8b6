import { defined } from '../../core/defined.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { WorktreeEngine } from '../worktree-engine.ts';
import { checkoutFiles, ignoredUnder, treeOfFolder } from './checkout.ts';
import { headBelow } from './head-below.ts';
import { mergeFile } from './merge-file.ts';
import type { RunOptions } from './run.ts';
import { storedIds } from './stored-ids.ts';
import { unwatchedPaths, writeIndex } from './user-index.ts';
import { addWorktree } from './worktree.ts';

/** The part of the native engine that restoring uses. */
export function nativeWorktree(place: RepositoryPaths, options: RunOptions): WorktreeEngine {
  const desk = { place, options };
  return {
    checkoutFiles: (tree, folder, paths) => checkoutFiles(desk, tree, defined({ folder, paths })),
    treeOfFolder: (folder) => treeOfFolder(desk, folder),
    storedIds: (paths, { write = false } = {}) => storedIds(paths, write, options),
    headBelow: (folder) => headBelow(place, folder, options),
    ignoredUnder: (tree, paths) => ignoredUnder(desk, tree, paths),
    unwatchedPaths: () => unwatchedPaths(options),
    writeIndex: (tree) => writeIndex(place, tree, options),
    mergeFile: (versions) => mergeFile(place, versions, options),
    addWorktree: (request) => addWorktree(request, options),
  };
}
