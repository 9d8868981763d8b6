import { lstatSync } from 'node:fs';
import type { Oid } from '../../core/checkpoint.ts';
import { Attributes } from '../files/attributes.ts';
import { type BytePath, below, onDisk } from '../files/byte-path.ts';
import { Cleaner } from './clean.ts';
import { composesNames, listFolder } from './list-folder.ts';
import type { RepositoryParts } from './repository-parts.ts';
import { repositoryAt } from './submodule.ts';
import { editFiles } from './tree-files.ts';

/** The tree that a folder's files make (see the contract). */
export async function treeOfFolder(parts: RepositoryParts, folder: string): Promise<Oid> {
  const { place, config, objects, world } = parts;
  const here = { place: { ...place, root: folder }, config, env: world.env };
  const attributes = new Attributes({ ...here, fallback: async () => undefined });
  const cleaner = new Cleaner({ root: folder, objects, config, attributes });
  const paths = pathsBelow({ root: folder, composes: composesNames(config) }, '');
  const found = paths.map((path) => ({ path, stat: lstatSync(onDisk(folder, path)) }));
  return editFiles(objects, undefined, await cleaner.leaves(found));
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
