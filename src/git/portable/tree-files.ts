import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import { SUBMODULE } from '../../core/tree-change.ts';
import { editTree, type Leaf } from '../edit-tree.ts';
import type { TreeEntry } from '../engine.ts';
import { type BytePath, below, bytePathOf, nameOf, textOf } from '../files/byte-path.ts';
import { DIRECTORY } from '../tree-bytes.ts';
import type { Objects } from './objects.ts';

/** A file of a tree under its whole path. */
export interface TreeFile {
  readonly path: BytePath;
  readonly mode: string;
  readonly oid: Oid;
}

/** Whether a path is one of these or lies below one. Without paths, everything is. */
export function pathFilter(paths: readonly string[] | undefined): (path: BytePath, folder: boolean) => boolean {
  const wanted = (paths ?? []).map((path) => bytePathOf(path).replace(/\/+$/, ''));
  if (wanted.length === 0 || wanted.includes('')) return () => true;
  return (path, folder) =>
    path === '' ||
    wanted.some((one) => path === one || path.startsWith(`${one}/`) || (folder && one.startsWith(`${path}/`)));
}

/** Whether a path of a tree is of interest; of a folder, whether to open it. */
type Filter = (path: BytePath, folder: boolean, oid: Oid) => boolean;

/** Every file of a tree that a filter keeps, in git's order. */
export async function filesOf(objects: Objects, tree: Oid, keep: Filter = () => true): Promise<TreeFile[]> {
  const files: TreeFile[] = [];
  const visit = async (oid: Oid, folder: BytePath): Promise<void> => {
    for (const entry of await objects.tree(oid)) {
      const path = below(folder, entry.name);
      if (entry.name.includes('/')) throw new Failure('fatal', `invalid path '${textOf(path)}' in tree ${oid}`);
      if (!keep(path, entry.mode === DIRECTORY, entry.oid)) continue;
      if (entry.mode === DIRECTORY) await visit(entry.oid, path);
      else files.push({ path, mode: entry.mode, oid: entry.oid });
    }
  };
  if (keep('', true, tree)) await visit(tree, '');
  return files;
}

/** The texts of those files of a tree that have a name such as `.gitignore`, a character a byte. */
export async function textsNamed(
  objects: Objects,
  files: readonly TreeFile[],
  name: string,
): Promise<ReadonlyMap<BytePath, string>> {
  const texts = new Map<BytePath, string>();
  for (const { path, mode, oid } of files)
    if (nameOf(path) === name && mode.startsWith('100'))
      texts.set(path, (await objects.load(oid, 'blob')).toString('latin1'));
  return texts;
}

/** The same as the contract tells it. */
export async function listTree(objects: Objects, tree: Oid, paths?: readonly string[]): Promise<TreeEntry[]> {
  const files = await filesOf(objects, tree, pathFilter(paths));
  return files.map(({ path, mode, oid }) => ({
    mode,
    type: mode === SUBMODULE ? 'commit' : 'blob',
    oid,
    path: textOf(path),
  }));
}

/** A tree, or none yet, with some paths changed, or taken away where there is no edit; only the folders above them are read. */
export function editFiles(
  objects: Objects,
  tree: Oid | undefined,
  edits: ReadonlyMap<BytePath, Leaf | undefined>,
): Promise<Oid> {
  return editTree(objects.trees, tree, new Map([...edits].map(([path, edit]) => [textOf(path), edit])));
}
