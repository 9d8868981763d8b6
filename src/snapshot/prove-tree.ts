import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine, StatusEntry, TreeChange } from '../git/engine.ts';

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
    const { tree } = await capture.finish([...new Set([...tracked, ...claim.untracked, ...claim.touched])]);
    if (tree === claim.tree) return [];
    const changes = await engine.diffTrees(claim.tree, tree, { counts: false, renames: false });
    return (await knowsModes(engine)) ? changes : changes.filter(({ oldOid, newOid }) => oldOid !== newOid);
  } finally {
    await capture.close();
  }
}

function belongs({ path, kind, dirtySubmodule }: StatusEntry, claim: Claim): boolean {
  if (claim.unreadable.has(path)) return false;
  return kind !== 'untracked' && (kind !== 'nested-repository' || dirtySubmodule);
}

/** Whether the file system can hold exec bits and symbolic links; where it cannot, a mode proves nothing. */
async function knowsModes(engine: GitEngine): Promise<boolean> {
  const entries = await engine.configEntries();
  const isOff = (key: string) => entries.findLast((entry) => entry.key === key)?.value === 'false';
  return !isOff('core.filemode') && !isOff('core.symlinks');
}
