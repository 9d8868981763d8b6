import { type BytePath, below, folderOf, nameOf } from './byte-path.ts';
import type { IndexEntry } from './index-file.ts';

/** What the index has directly in one folder. */
export interface IndexFolder {
  readonly files: Map<BytePath, IndexEntry>;
  readonly folders: Set<BytePath>;
}

/** The index as a tree of folders, with the paths in conflict apart. */
export interface IndexView {
  readonly folders: ReadonlyMap<BytePath, IndexFolder>;
  /** Path → its entries at stages 1 to 3. */
  readonly conflicts: ReadonlyMap<BytePath, readonly IndexEntry[]>;
}

const empty: IndexFolder = { files: new Map(), folders: new Set() };

export function viewIndex(entries: readonly IndexEntry[]): IndexView {
  const folders = new Map<BytePath, IndexFolder>([['', { files: new Map(), folders: new Set() }]]);
  const conflicts = new Map<BytePath, IndexEntry[]>();
  // Entries come sorted, so the folder is nearly always the one of the entry before.
  let path = '';
  let folder = openFolder(folders, '');
  for (const entry of entries) {
    const wanted = folderOf(entry.path);
    if (wanted !== path) {
      path = wanted;
      folder = openFolder(folders, wanted);
    }
    folder.files.set(nameOf(entry.path), entry);
    if (entry.stage > 0) conflicts.set(entry.path, [...(conflicts.get(entry.path) ?? []), entry]);
  }
  return { folders, conflicts };
}

function openFolder(folders: Map<BytePath, IndexFolder>, path: BytePath): IndexFolder {
  const known = folders.get(path);
  if (known !== undefined) return known;
  const made: IndexFolder = { files: new Map(), folders: new Set() };
  folders.set(path, made);
  openFolder(folders, folderOf(path)).folders.add(nameOf(path));
  return made;
}

export function folderIn(view: IndexView, path: BytePath): IndexFolder {
  return view.folders.get(path) ?? empty;
}

/** Every entry at and below a folder. */
export function entriesBelow(view: IndexView, path: BytePath): IndexEntry[] {
  const { files, folders } = folderIn(view, path);
  return [...files.values(), ...[...folders].flatMap((name) => entriesBelow(view, below(path, name)))];
}
