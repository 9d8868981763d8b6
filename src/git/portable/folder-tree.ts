import { lstatSync, type Stats } from 'node:fs';
import type { Oid } from '../../core/checkpoint.ts';
import { LINK, SUBMODULE } from '../../core/tree-change.ts';
import type { Leaf } from '../edit-tree.ts';
import { Attributes } from '../files/attributes.ts';
import { type BytePath, below, onDisk } from '../files/byte-path.ts';
import { emptyTree } from '../hash.ts';
import { Cleaner } from './clean.ts';
import { composesNames, listFolder } from './list-folder.ts';
import type { RepositoryParts } from './repository-parts.ts';
import { headBelow, repositoryAt } from './submodule.ts';
import { editFiles } from './tree-files.ts';

/** The tree that a folder's files make (see the contract). */
export async function treeOfFolder(parts: RepositoryParts, folder: string): Promise<Oid> {
  const { place, config, objects, world } = parts;
  const here = { place: { ...place, root: folder }, config, env: world.env };
  const attributes = new Attributes({ ...here, fallback: async () => undefined });
  const cleaner = new Cleaner({ root: folder, objects, config, attributes: (path) => attributes.of(path) });
  const trustMode = config.flag('core.filemode', true);
  const edits = new Map<BytePath, Leaf>();
  const paths = pathsBelow({ root: folder, composes: composesNames(config) }, '').map((path) => ({
    path,
    stat: lstatSync(onDisk(folder, path)),
  }));
  // Asked of every file before the first is written: a refusal leaves nothing behind.
  for (const { path, stat } of paths) if (stat.isFile()) await cleaner.bytes({ path, size: stat.size, isLink: false });
  for (const { path, stat } of paths) {
    const edit = await editOf({ folder, cleaner, trustMode }, path, stat);
    if (edit !== undefined) edits.set(path, edit);
  }
  // Without files it is written too: git knows the empty tree, but wants to find it.
  return edits.size === 0 ? objects.write('tree', new Uint8Array()) : editFiles(objects, emptyTree('sha1'), edits);
}

async function editOf(
  source: { readonly folder: string; readonly cleaner: Cleaner; readonly trustMode: boolean },
  path: BytePath,
  found: Stats,
): Promise<Leaf | undefined> {
  if (found.isDirectory()) {
    const oid = headBelow(onDisk(source.folder, path).toString());
    return oid === undefined ? undefined : { mode: SUBMODULE, oid };
  }
  const isLink = found.isSymbolicLink();
  const oid = await source.cleaner.write({ path, size: found.size, isLink });
  if (isLink) return { mode: LINK, oid };
  return { mode: source.trustMode && (found.mode & 0o100) !== 0 ? '100755' : '100644', oid };
}

/** All files, links and repositories below a folder. */
function pathsBelow(from: { readonly root: string; readonly composes: boolean }, folder: BytePath): BytePath[] {
  const { root, composes } = from;
  return listFolder(onDisk(root, folder), composes).flatMap((entry) => {
    const path = below(folder, entry.name);
    if (entry.name === '.git') return [];
    if (!entry.isDirectory()) return entry.isFile() || entry.isSymbolicLink() ? [path] : [];
    return repositoryAt(onDisk(root, path).toString()) === undefined ? pathsBelow(from, path) : [path];
  });
}
