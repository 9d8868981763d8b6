import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import { LINK, SUBMODULE } from '../../core/tree-change.ts';
import { Attributes } from '../files/attributes.ts';
import { type BytePath, bytePathOf, folderOf, onDisk, textOf } from '../files/byte-path.ts';
import { refuseSmudging } from './conversion.ts';
import type { RepositoryParts } from './repository-parts.ts';
import { isSafeName } from './safe-name.ts';
import { filesOf, textsNamed } from './tree-files.ts';

/** Checks files of a tree out into a folder (see the contract). Everything that could be refused is asked before the first write. */
export async function checkoutFiles(
  parts: RepositoryParts,
  tree: Oid,
  target: { readonly folder: string; readonly paths?: readonly string[] },
): Promise<void> {
  const { objects, config } = parts;
  const wanted = target.paths && new Set(target.paths.map(bytePathOf));
  const all = await filesOf(objects, tree);
  // A tree can come from anywhere; names that git would refuse to check out are refused.
  const unsafe = all.find(({ path }) => !path.split('/').every(isSafeName));
  if (unsafe !== undefined) throw new Failure('fatal', `invalid path '${textOf(unsafe.path)}' in tree ${tree}`);
  const files = all.filter(({ path, mode }) => mode !== SUBMODULE && wanted?.has(path) !== false);
  // The attributes that the tree itself brings, not those of today's working tree.
  const texts = await textsNamed(objects, all, '.gitattributes');
  const place = { ...parts.place, root: target.folder };
  const fallback = async (path: BytePath) => texts.get(path);
  const attributes = new Attributes({ place, config, env: parts.world.env, fallback });
  for (const { path, mode, oid } of files)
    if (mode !== LINK)
      refuseSmudging({ path, attributes: await attributes.of(path), config }, await objects.load(oid, 'blob'));
  mkdirSync(target.folder, { recursive: true });
  const makeFolder = folderMaker(target.folder);
  for (const { path, mode, oid } of files) {
    makeFolder(folderOf(path));
    const file = onDisk(target.folder, path);
    const bytes = await objects.load(oid, 'blob');
    if (mode === LINK && config.flag('core.symlinks', true)) symlinkSync(bytes, file);
    else writeFileSync(file, bytes, { flag: 'wx', mode: mode === '100755' ? 0o777 : 0o666 });
  }
}

/** Makes each folder itself and never enters one that it did not make: a link in the way ends the checkout. */
function folderMaker(root: string): (path: BytePath) => void {
  const made = new Set<BytePath>(['']);
  return function make(path) {
    if (made.has(path)) return;
    make(folderOf(path));
    mkdirSync(onDisk(root, path));
    made.add(path);
  };
}
