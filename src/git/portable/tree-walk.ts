import type { Oid } from '../../core/checkpoint.ts';
import type { TreeChange } from '../../core/tree-change.ts';
import type { TreeEntry } from '../engine.ts';
import { DIRECTORY, type RawEntry } from '../tree-bytes.ts';
import { type BytePath, below, bytePathOf, compareBytes, textOf } from './byte-path.ts';
import type { Objects } from './objects.ts';

/** A file of a tree under its whole path. */
export interface TreeFile {
  readonly path: BytePath;
  readonly mode: string;
  readonly oid: Oid;
}

/** A difference of two trees before anybody looked into the files. */
export interface RawChange {
  readonly path: BytePath;
  readonly old?: TreeFile;
  readonly new?: TreeFile;
  /** Of a rename, how alike the two are, in percent. */
  readonly similarity?: number;
}

/** Whether a path is one of these or lies below one. Without paths, everything is. */
export function pathFilter(paths: readonly string[] | undefined): (path: BytePath, folder: boolean) => boolean {
  const wanted = (paths ?? []).map((path) => bytePathOf(path).replace(/\/+$/, ''));
  if (wanted.length === 0 || wanted.includes('')) return () => true;
  return (path, folder) =>
    wanted.some((one) => path === one || path.startsWith(`${one}/`) || (folder && one.startsWith(`${path}/`)));
}

/** Every file of a tree, or those at and below the paths. */
export function listTree(objects: Objects, tree: Oid, paths?: readonly string[]): TreeEntry[] {
  const keep = pathFilter(paths);
  const visit = (oid: Oid, folder: BytePath): TreeEntry[] =>
    objects.tree(oid).flatMap((entry) => {
      const path = below(folder, entry.name);
      const isFolder = entry.mode === DIRECTORY;
      if (!keep(path, isFolder)) return [];
      if (isFolder) return visit(entry.oid, path);
      return [
        { mode: entry.mode, type: entry.mode === '160000' ? 'commit' : 'blob', oid: entry.oid, path: textOf(path) },
      ];
    });
  return visit(tree, '');
}

/** Which files differ between two trees, in git's order; equal folders are not opened. */
export function changedFiles(objects: Objects, from: Oid, to: Oid): RawChange[] {
  const changes: RawChange[] = [];
  const visit = (one: Oid | undefined, other: Oid | undefined, folder: BytePath): void => {
    for (const { path, old, now } of differingEntries(objects, { one, other }, folder)) {
      if (isFolder(old) || isFolder(now)) visit(folderOid(old), folderOid(now), path);
      const change = { path, ...fileSide('old', old, path), ...fileSide('new', now, path) };
      if ('old' in change || 'new' in change) changes.push(change);
    }
  };
  if (from !== to) visit(from, to, '');
  return changes.sort((one, other) => compareBytes(one.path, other.path));
}

interface EntryPair {
  readonly path: BytePath;
  readonly old: RawEntry | undefined;
  readonly now: RawEntry | undefined;
}

function differingEntries(
  objects: Objects,
  trees: { readonly one: Oid | undefined; readonly other: Oid | undefined },
  folder: BytePath,
): EntryPair[] {
  const before = byName(trees.one === undefined ? [] : objects.tree(trees.one));
  const after = byName(trees.other === undefined ? [] : objects.tree(trees.other));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    const same = old?.oid === now?.oid && old?.mode === now?.mode;
    return same ? [] : [{ path: below(folder, name), old, now }];
  });
}

function byName(entries: readonly RawEntry[]): Map<string, RawEntry> {
  return new Map(entries.map((entry) => [entry.name, entry]));
}

function isFolder(entry: RawEntry | undefined): boolean {
  return entry?.mode === DIRECTORY;
}

function folderOid(entry: RawEntry | undefined): Oid | undefined {
  return isFolder(entry) ? entry?.oid : undefined;
}

function fileSide(
  side: 'old' | 'new',
  entry: RawEntry | undefined,
  path: BytePath,
): { old?: TreeFile; new?: TreeFile } {
  if (entry === undefined || isFolder(entry)) return {};
  return { [side]: { path, mode: entry.mode, oid: entry.oid } };
}

/** The change as the contract tells it. */
export function describeChange(change: RawChange): TreeChange {
  const { old, new: now, path } = change;
  const renamed = change.similarity !== undefined && old !== undefined;
  return {
    status: renamed ? 'renamed' : statusOf(old, now),
    path: textOf(path),
    ...(renamed ? { from: textOf(old.path) } : {}),
    ...(old === undefined ? {} : { oldMode: old.mode, oldOid: old.oid }),
    ...(now === undefined ? {} : { newMode: now.mode, newOid: now.oid }),
  };
}

function statusOf(old: TreeFile | undefined, now: TreeFile | undefined): TreeChange['status'] {
  if (old === undefined) return 'added';
  if (now === undefined) return 'deleted';
  return isTypeChange(old, now) ? 'type' : 'modified';
}

/** A file that became a link or a submodule, and the other ways round. */
export function isTypeChange(old: TreeFile, now: TreeFile): boolean {
  return old.mode.slice(0, 3) !== now.mode.slice(0, 3);
}
