import type { Oid } from '../core/checkpoint.ts';
import type { TreeChange } from '../core/tree-change.ts';
import { SUBMODULE } from '../core/tree-change.ts';
import { diffReadable } from '../git/diff-readable.ts';
import { diskPath, foldersAbove, lstatIfThere, obstacleFinder } from '../git/disk-path.ts';
import { editTree, leavesOf } from '../git/edit-tree.ts';
import type { GitEngine } from '../git/engine.ts';
import type { FilesSnapshot } from '../snapshot/snapshot-of-files.ts';
import { isAtOrBelow, planSteps, type Step } from './steps.ts';

/** Something that differs from the checkpoint and stays as it is. */
export interface LeftAlone {
  readonly path: string;
  /**
   * `submodule`: its commit is for git and the user to change. `unknown-then`: the checkpoint could not capture it. `uncaptured`:
   * the same of a tracked file, of which it has what HEAD had. `sparse`: it is not in this sparse checkout. `ignored-then`: in the
   * checkpoint's world it is ignored. `unreadable`, `unstorable`: nobody knows what it holds now. Of a repository inside of the working tree:
   * `repository-gone`, `repository-new`: it is not there any more, or was not then. `repository-closed`: it is not to be entered.
   * `not-here`: what the checkpoint holds of it is in another clone.
   */
  readonly why:
    | 'submodule'
    | 'unknown-then'
    | 'uncaptured'
    | 'sparse'
    | 'ignored-then'
    | 'unreadable'
    | 'unstorable'
    | 'repository-gone'
    | 'repository-new'
    | 'repository-closed'
    | 'not-here';
}

export interface TargetTree {
  readonly tree: Oid;
  /** Paths of which the checkpoint does not know whether they were there. */
  readonly unknown: ReadonlySet<string>;
  /** Paths that are to be as in the tree even where its rules ignore them. */
  readonly certain?: ReadonlySet<string>;
}

/** What the working tree is to become, and the steps to it. */
export interface RestoreTarget {
  /** What a snapshot afterwards must be. */
  readonly tree: Oid;
  readonly steps: readonly Step[];
  readonly kept: readonly LeftAlone[];
}

/** Decides which differences a restore follows and which it leaves alone. */
export async function planTarget(engine: GitEngine, now: FilesSnapshot, wanted: TargetTree): Promise<RestoreTarget> {
  // What is damaged is dealt with before anything is replaced.
  const trees = { from: now.tree, to: wanted.tree };
  const changes = trees.from === trees.to ? [] : await diffReadable(engine, trees, { renames: false });
  const closed = closedFolders(now);
  const isClosed = ({ path }: TreeChange) => closed.length > 0 && isAtOrBelow(path, closed);
  const kept = keptByPath(
    engine,
    changes.filter((change) => !isClosed(change)),
    wanted,
  );
  for (const { path } of changes.filter(isClosed)) kept.set(path, 'unreadable');
  const hidden = await ignoredThen(engine, { changes, now, wanted });
  const stays = (path: string) => kept.has(path) || hidden.has(path);
  const edits = new Map(
    changes.filter(({ path }) => kept.has(path)).map((change) => [change.path, leavesOf(change)[0]]),
  );
  return {
    tree: await editTree(engine, wanted.tree, edits),
    steps: planSteps(changes.filter(({ path }) => !stays(path))),
    kept: [
      ...[...kept].map(([path, why]) => ({ path, why })),
      ...[...hidden].map((path): LeftAlone => ({ path, why: 'ignored-then' })),
    ],
  };
}

/** Folders that may not be looked into. */
function closedFolders({ skipped }: FilesSnapshot): string[] {
  const closed = skipped.filter(({ path, why }) => why === 'unreadable' && path.endsWith('/'));
  return closed.map(({ path }) => path.slice(0, -1));
}

function keptByPath(
  engine: GitEngine,
  changes: readonly TreeChange[],
  wanted: TargetTree,
): Map<string, LeftAlone['why']> {
  const { root } = engine.place;
  const arriving = changes.filter(({ newMode }) => newMode !== undefined).map(({ path }) => path);
  const taken = new Set([...arriving, ...arriving.flatMap(foldersAbove)]);
  const obstacle = obstacleFinder(root);
  const kept = new Map<string, LeftAlone['why']>();
  for (const change of changes) {
    const { path, oldMode, newMode } = change;
    // Where the wanted tree has something below or above, nothing can stay.
    const free = newMode !== undefined || (!taken.has(path) && !foldersAbove(path).some((above) => taken.has(above)));
    if (!free) continue;
    const absent = () => obstacle(path) !== undefined || lstatIfThere(diskPath(root, path)) === undefined;
    if (newMode === SUBMODULE || (oldMode === SUBMODULE && newMode === undefined)) kept.set(path, 'submodule');
    else if (wanted.unknown.has(path)) kept.set(path, whyNotKnown(change));
    else if (oldMode !== undefined && oldMode !== SUBMODULE && absent()) kept.set(path, 'sparse');
  }
  return kept;
}

function whyNotKnown({ newMode }: TreeChange): LeftAlone['why'] {
  return newMode === undefined ? 'unknown-then' : 'uncaptured';
}

/** Untracked files that would go, but that the wanted tree's own rules ignore: there they were never looked at. */
async function ignoredThen(
  engine: GitEngine,
  { changes, now, wanted }: { changes: readonly TreeChange[]; now: FilesSnapshot; wanted: TargetTree },
): Promise<Set<string>> {
  if (!changes.some(({ path }) => /(^|\/)\.gitignore$/.test(path))) return new Set();
  const untracked = new Set(now.status.entries.filter(({ kind }) => kind === 'untracked').map(({ path }) => path));
  const going = changes.filter(
    ({ path, newMode }) => newMode === undefined && untracked.has(path) && !wanted.certain?.has(path),
  );
  return new Set(
    await engine.worktree.ignoredUnder(
      wanted.tree,
      going.map(({ path }) => path),
    ),
  );
}
