import type { Oid } from '../../core/checkpoint.ts';
import { objectId } from '../hash.ts';
import { DIRECTORY, type RawEntry, renderTree } from '../tree-bytes.ts';
import { type BytePath, below, nameOf } from './byte-path.ts';
import type { IndexFile } from './index-file.ts';
import { folderIn, type IndexFolder, type IndexView } from './index-folders.ts';
import type { Objects } from './objects.ts';

/** What a path becomes; undefined when it goes. */
export interface Edit {
  readonly mode: string;
  readonly oid: Oid;
}

export interface TreeSource {
  readonly objects: Objects;
  readonly index: IndexView;
  readonly trees: IndexFile['trees'];
}

/** The changed paths of one folder and of the folders in it. */
interface EditFolder {
  readonly files: Map<BytePath, Edit | undefined>;
  readonly folders: Map<BytePath, EditFolder>;
}

/** Writes the index, with some paths changed, as tree objects. Folders that git knows the tree of are not built again. */
export function writeTrees(source: TreeSource, edits: ReadonlyMap<BytePath, Edit | undefined>): Oid {
  const root: EditFolder | undefined = edits.size === 0 ? undefined : { files: new Map(), folders: new Map() };
  for (const [path, edit] of edits) {
    let folder = root;
    for (const name of path.split('/').slice(0, -1)) {
      const next: EditFolder = folder?.folders.get(name) ?? { files: new Map(), folders: new Map() };
      folder?.folders.set(name, next);
      folder = next;
    }
    folder?.files.set(nameOf(path), edit);
  }
  return writeFolder(source, root, '') ?? source.objects.write('tree', new Uint8Array());
}

/** The folder's tree; undefined when nothing is left in it. */
function writeFolder(source: TreeSource, edits: EditFolder | undefined, path: BytePath): Oid | undefined {
  const known = edits === undefined ? source.trees.get(path) : undefined;
  if (known !== undefined && source.objects.has(known)) return known;
  const { files, folders } = folderIn(source.index, path);
  const entries = committable(files);
  for (const name of new Set([...folders, ...(edits?.folders.keys() ?? [])])) {
    const oid = writeFolder(source, edits?.folders.get(name), below(path, name));
    if (oid !== undefined) entries.set(name, { name, mode: DIRECTORY, oid });
  }
  for (const [name, edit] of edits?.files ?? []) {
    if (edit !== undefined) entries.set(name, { name, ...edit });
    else if (entries.get(name)?.mode !== DIRECTORY) entries.delete(name);
  }
  return entries.size === 0 ? undefined : writeOnce(source.objects, renderTree([...entries.values()]));
}

/** The files of a folder that a commit of the index would have. */
function committable(files: IndexFolder['files']): Map<BytePath, RawEntry> {
  const kept = [...files].filter(([, entry]) => entry.stage === 0 && !entry.intentToAdd);
  return new Map(kept.map(([name, { mode, oid }]) => [name, { name, mode, oid }]));
}

/** Not again what a pack has; a loose one is written to be made young, so that a prune by age spares it. */
function writeOnce(objects: Objects, bytes: Buffer): Oid {
  const oid = objectId('sha1', 'tree', bytes);
  return objects.store.isPacked(oid) ? oid : objects.write('tree', bytes);
}
