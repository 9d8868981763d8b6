import { lstatSync, readdirSync } from 'node:fs';
import type { Oid } from '../../core/checkpoint.ts';
import { Attributes } from './attributes.ts';
import { type BytePath, below, onDisk } from './byte-path.ts';
import { Cleaner } from './clean.ts';
import type { RepositoryParts } from './repository-parts.ts';
import { headOf, repositoryAt } from './submodule.ts';
import { type Edit, writeTrees } from './tree-builder.ts';

/** The tree that a folder's files make (see the contract). */
export async function treeOfFolder(parts: RepositoryParts, folder: string): Promise<Oid> {
  const { place, config, objects, world } = parts;
  const here = { place: { ...place, root: folder }, config, env: world.env };
  const attributes = new Attributes({ ...here, fallback: () => undefined });
  const cleaner = new Cleaner({
    root: folder,
    objects,
    config,
    indexed: () => undefined,
    attributes: (path) => attributes.of(path),
  });
  const trustMode = config.flag('core.filemode', true);
  const edits = new Map<BytePath, Edit>();
  for (const path of pathsBelow(folder, '')) {
    const edit = await editOf({ folder, cleaner, trustMode }, path);
    if (edit !== undefined) edits.set(path, edit);
  }
  return writeTrees({ objects, index: { folders: new Map(), conflicts: new Map() }, trees: new Map() }, edits);
}

async function editOf(
  source: { readonly folder: string; readonly cleaner: Cleaner; readonly trustMode: boolean },
  path: BytePath,
): Promise<Edit | undefined> {
  const found = lstatSync(onDisk(source.folder, path));
  if (found.isDirectory()) {
    const place = repositoryAt(onDisk(source.folder, path).toString());
    const oid = place && headOf(place);
    return oid === undefined ? undefined : { mode: '160000', oid };
  }
  const isLink = found.isSymbolicLink();
  const oid = await source.cleaner.write({ path, size: found.size, isLink });
  if (isLink) return { mode: '120000', oid };
  return { mode: source.trustMode && (found.mode & 0o100) !== 0 ? '100755' : '100644', oid };
}

/** All files, links and repositories below a folder. */
function pathsBelow(root: string, folder: BytePath): BytePath[] {
  return readdirSync(onDisk(root, folder), { withFileTypes: true, encoding: 'latin1' }).flatMap((entry) => {
    const path = below(folder, entry.name);
    if (entry.name === '.git') return [];
    if (!entry.isDirectory()) return entry.isFile() || entry.isSymbolicLink() ? [path] : [];
    return repositoryAt(onDisk(root, path).toString()) === undefined ? pathsBelow(root, path) : [path];
  });
}
