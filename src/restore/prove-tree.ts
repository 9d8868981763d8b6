import type { Oid } from '../core/checkpoint.ts';
import type { TreeChange } from '../core/tree-change.ts';
import { diskPath } from '../git/disk-path.ts';
import type { GitEngine, StatusEntry } from '../git/engine.ts';
import { knowsModes } from '../git/knows-modes.ts';
import { removeScratch, scratchPath } from '../local/scratch.ts';
import { isUntrackedByUser } from '../snapshot/choose-files.ts';
import { isSameFile } from './same-file.ts';

/** What a working tree is proved against, and which files belong to it. */
export interface Claim {
  readonly tree: Oid;
  /** Paths that were written or deleted. */
  readonly touched: readonly string[];
  /** Untracked files that belong to the tree, whatever the ignore rules say by now. No other untracked file does. */
  readonly untracked: readonly string[];
  /** Tracked files that cannot be read. */
  readonly unreadable: ReadonlySet<string>;
}

/** Reads the working tree again and answers how it differs from what it should be: not at all, when the tree id is the same. */
export async function differencesFrom(engine: GitEngine, claim: Claim): Promise<readonly TreeChange[]> {
  const capture = await engine.beginCapture();
  try {
    const tracked = capture.status.entries.filter((entry) => belongs(entry, claim)).map(({ path }) => path);
    const paths = [...new Set([...tracked, ...claim.untracked, ...claim.touched])];
    const { tree } = await capture.finish(paths, { counts: false });
    if (tree === claim.tree) return [];
    const changes = await engine.diffTrees(claim.tree, tree, { counts: false, renames: false });
    const telling = (await knowsModes(engine)) ? changes : changes.filter(({ oldOid, newOid }) => oldOid !== newOid);
    return await withoutConversions(engine, claim.tree, telling);
  } finally {
    await capture.close();
  }
}

/**
 * Leaves out files that are byte for byte what a checkout of the tree writes. What git makes of line ends when it reads a file depends
 * on what the index holds of it, and the index may be another by now.
 */
async function withoutConversions(
  engine: GitEngine,
  tree: Oid,
  changes: readonly TreeChange[],
): Promise<readonly TreeChange[]> {
  const paths = changes.filter(({ status }) => status === 'modified').map(({ path }) => path);
  if (paths.length === 0) return changes;
  const folder = scratchPath(engine.place, 'restore-');
  try {
    await engine.worktree.checkoutFiles(tree, folder, paths);
    const { root } = engine.place;
    return changes.filter(({ path }) => !isSameFile(diskPath(folder, path), diskPath(root, path)));
  } finally {
    removeScratch(folder);
  }
}

function belongs(entry: StatusEntry, claim: Claim): boolean {
  const { path, kind, dirtySubmodule } = entry;
  if (claim.unreadable.has(path) || isUntrackedByUser(entry)) return false;
  return kind !== 'untracked' && (kind !== 'nested-repository' || dirtySubmodule);
}
