import type { Oid } from '../../core/checkpoint.ts';
import type { Leaf } from '../edit-tree.ts';
import { type BytePath, folderOf } from '../files/byte-path.ts';
import type { IndexEntry, IndexFile } from '../files/index-file.ts';
import type { Objects } from './objects.ts';
import { filesOf, type TreeFile } from './tree-files.ts';

/** A path that the index has other than HEAD: `A`, `M`, `D` or `T`, and what a commit of the index would have there. */
export interface StagedChange {
  readonly state: string;
  readonly edit?: Leaf;
}

export async function stagedChanges(
  objects: Objects,
  index: IndexFile,
  head: Oid | undefined,
): Promise<Map<BytePath, StagedChange>> {
  const changes = new Map<BytePath, StagedChange>();
  /** Folders that the index has as HEAD does. */
  const same = new Set<BytePath>();
  const differs = (path: BytePath, folder: boolean, oid: Oid) => {
    const isSame = folder && index.trees.get(path) === oid;
    if (isSame) same.add(path);
    return !isSame;
  };
  const committed = head === undefined ? [] : await filesOf(objects, head, differs);
  const byPath = new Map(committed.map((file) => [file.path, file]));
  for (const entry of index.files.values()) {
    const change = isBelow(entry.path, same) ? undefined : compareFile(byPath.get(entry.path), entry);
    if (change !== undefined) changes.set(entry.path, change);
  }
  for (const { path } of committed) if (!index.files.has(path)) changes.set(path, { state: 'D' });
  return changes;
}

function isBelow(path: BytePath, folders: ReadonlySet<BytePath>): boolean {
  if (folders.size === 0) return false;
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) if (folders.has(folder)) return true;
  return folders.has('');
}

function compareFile(before: TreeFile | undefined, entry: IndexEntry): StagedChange | undefined {
  if (entry.stage > 0) return undefined;
  // An intent to add is a promise, nothing that a commit would have.
  if (entry.intentToAdd) return before === undefined ? undefined : { state: 'D' };
  const edit = { mode: entry.mode, oid: entry.oid };
  if (before === undefined) return { state: 'A', edit };
  if (before.mode.slice(0, 3) !== entry.mode.slice(0, 3)) return { state: 'T', edit };
  return before.oid === entry.oid && before.mode === entry.mode ? undefined : { state: 'M', edit };
}
