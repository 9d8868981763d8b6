import type { Oid } from '../core/checkpoint.ts';
import { count } from '../core/count.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import { SUBMODULE, type TreeChange } from '../core/tree-change.ts';
import { compareTrees } from '../git/compare-trees.ts';
import type { GitEngine } from '../git/engine.ts';
import { emptyTree } from '../git/hash.ts';
import type { FilesSnapshot } from '../snapshot/snapshot-of-files.ts';
import { storeAgain } from '../snapshot/store-again.ts';
import { SnapshotLost } from '../store/confirm-saved.ts';
import { lookAtParts, lookAtTrees, type SnapshotParts } from '../store/lost-parts.ts';

export interface SecuredSnapshot<Taken extends FilesSnapshot> {
  readonly snapshot: Taken;
  readonly warning?: string;
}

interface Ways<Taken extends FilesSnapshot> {
  /** When the snapshot began: what was written since is not read back. Absent: everything is. */
  readonly since?: Date;
  /** Reads the working tree once more. */
  readonly retake: () => Promise<Taken>;
}

type Looked = Pick<FilesSnapshot, 'tree' | 'changes' | 'indexTree' | 'status'>;

/** What is looked at of a snapshot. */
export function partsOf({ tree, changes, indexTree, status }: Looked): SnapshotParts {
  return defined({
    tree,
    indexTree,
    blobs: blobsOf(changes),
    paths: changes.map(({ path }) => path),
    stagedPaths: status.entries.filter(({ staged }) => staged !== '.').map(({ path }) => path),
  });
}

/**
 * Sees to it that all which a snapshot brings beside HEAD can be read. git takes a damaged object for one that is there and does not
 * write it again; so its file is set aside, and the working tree, which still has the content, is read once more.
 */
export async function secureSnapshot<Taken extends FilesSnapshot>(
  engine: GitEngine,
  taken: Taken,
  ways: Ways<Taken>,
): Promise<SecuredSnapshot<Taken>> {
  let snapshot = taken;
  let before = '';
  for (let since = ways.since; ; since = undefined) {
    const { indexTree: _, ...files } = snapshot;
    const { lost } = await lookAtParts(engine, partsOf(files), since);
    const lostStaged = await findLostStaged(engine, snapshot, since);
    if (lost.length === 0 && lostStaged.length === 0) return { snapshot };
    // The same as in the last round: the working tree does not have it. Below a tree that was lost more may be.
    if (String([lost, lostStaged]) === before && lost.length > 0) throw damaged(lost);
    if (String([lost, lostStaged]) === before)
      return { snapshot: files as Taken, warning: 'What is staged was not saved: an object of it is damaged.' };
    before = String([lost, lostStaged]);
    const all = [...lost, ...lostStaged];
    const holding = snapshot.changes.filter(({ newOid }) => newOid !== undefined && all.includes(newOid));
    await storeAgain(
      engine,
      all,
      holding.map(({ path }) => path),
    );
    snapshot = await ways.retake();
    if (snapshot.tree !== taken.tree) throw new SnapshotLost();
  }
}

function blobsOf(changes: readonly TreeChange[]): Oid[] {
  return changes.flatMap(({ newOid, newMode }) => (newOid === undefined || newMode === SUBMODULE ? [] : [newOid]));
}

/** What the index has beside HEAD, and the working tree perhaps not any more. */
async function findLostStaged(engine: GitEngine, snapshot: FilesSnapshot, since?: Date): Promise<Oid[]> {
  const { indexTree, status } = snapshot;
  if (indexTree === undefined) return [];
  const { lost } = await lookAtTrees(engine, { tree: indexTree, paths: partsOf(snapshot).stagedPaths }, since);
  if (lost.length > 0) return [...lost];
  const [head] = status.head === undefined ? [] : await engine.readObjects([`${status.head}^{tree}`]);
  const changes = await compareTrees(engine, head?.oid ?? emptyTree(engine.objectFormat), indexTree);
  return [...(await engine.missingObjects(blobsOf(changes), since))];
}

function damaged(oids: readonly Oid[]): Failure {
  const words = oids.length === 1 ? 'an object is' : `${count(oids.length, 'object')} are`;
  return new Failure('fatal', `${words} damaged and could not be written again: ${oids.slice(0, 3).join(', ')}`, {
    hint: 'Nothing was saved. `git fsck` tells what else is damaged.',
  });
}
