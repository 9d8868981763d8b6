import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Oid } from '../../core/checkpoint.ts';
import { Failure } from '../../core/failure.ts';
import { DIRECTORY } from '../tree-bytes.ts';
import { Attributes } from './attributes.ts';
import { type BytePath, below, bytePathOf, folderOf, nameOf, onDisk, textOf } from './byte-path.ts';
import { conversionOf } from './conversion.ts';
import type { Objects } from './objects.ts';
import type { RepositoryParts } from './repository-parts.ts';
import { isSafeName } from './safe-name.ts';
import { smudge } from './smudge.ts';
import type { TreeFile } from './tree-walk.ts';

/** Checks files of a tree out into a folder (see the contract). Everything that could be refused is asked before the first write. */
export function checkoutFiles(
  parts: RepositoryParts,
  tree: Oid,
  target: { readonly folder: string; readonly paths?: readonly string[] },
): void {
  const wanted = target.paths && new Set(target.paths.map(bytePathOf));
  const all = filesOf(parts.objects, tree);
  const files = all.filter(({ path, mode }) => mode !== '160000' && (wanted === undefined || wanted.has(path)));
  const attributes = attributesIn(parts, target.folder, all);
  const symlinks = parts.config.flag('core.symlinks', true);
  const plans = files.map((file) => ({
    ...file,
    conversion: file.mode === '120000' ? undefined : conversionOf(file.path, attributes.of(file.path), parts.config),
  }));
  mkdirSync(target.folder, { recursive: true });
  const folders = new NewFolders(target.folder);
  for (const { path, mode, oid, conversion } of plans) {
    folders.make(folderOf(path));
    const place = onDisk(target.folder, path);
    const bytes = parts.objects.load(oid, 'blob');
    if (mode === '120000' && symlinks) symlinkSync(bytes, place);
    else {
      const content = conversion === undefined ? bytes : smudge(bytes, oid, conversion);
      writeFileSync(place, content, { flag: 'wx', mode: mode === '100755' ? 0o777 : 0o666 });
    }
  }
}

/** Every file of a tree. A name that git would refuse to check out is refused. */
function filesOf(objects: Objects, tree: Oid, folder: BytePath = ''): TreeFile[] {
  return objects.tree(tree).flatMap(({ name, mode, oid }) => {
    const path = below(folder, name);
    if (!isSafeName(name)) throw new Failure('fatal', `invalid path ‘${textOf(path)}’ in tree ${tree}`);
    return mode === DIRECTORY ? filesOf(objects, oid, path) : [{ path, mode, oid }];
  });
}

/** The attributes that the tree itself brings, not those of today's working tree. */
function attributesIn(parts: RepositoryParts, folder: string, files: readonly TreeFile[]): Attributes {
  const { place, config, world, objects } = parts;
  const found = new Map(
    files
      .filter(({ path, mode }) => nameOf(path) === '.gitattributes' && mode.startsWith('100'))
      .map(({ path, oid }) => [path, oid]),
  );
  const fallback = (path: BytePath) => {
    const oid = found.get(path);
    return oid === undefined ? undefined : objects.load(oid, 'blob').toString('latin1');
  };
  return new Attributes({ place: { ...place, root: folder }, config, env: world.env, fallback });
}

/** Makes each folder itself and never enters one that it did not make: a link in the way ends the checkout. */
class NewFolders {
  readonly #root: string;
  readonly #made = new Set<BytePath>(['']);

  constructor(root: string) {
    this.#root = root;
  }

  make(path: BytePath): void {
    if (this.#made.has(path)) return;
    this.make(folderOf(path));
    mkdirSync(onDisk(this.#root, path));
    this.#made.add(path);
  }
}
