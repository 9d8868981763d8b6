import type { Oid } from '../../core/checkpoint.ts';
import { DIRECTORY, type RawEntry } from '../tree-bytes.ts';
import { type BytePath, below } from './byte-path.ts';
import type { IndexEntry, IndexFile } from './index-file.ts';
import { folderIn, type IndexView } from './index-folders.ts';
import type { Objects } from './objects.ts';

export interface StagedSource {
  readonly objects: Objects;
  readonly index: IndexView;
  readonly trees: IndexFile['trees'];
}

/** What the index has other than HEAD's tree: path → `A`, `M`, `D` or `T`. Folders whose tree git knows are compared by it. */
export function stagedChanges(source: StagedSource, head: Oid | undefined): Map<BytePath, string> {
  const changes = new Map<BytePath, string>();
  compareFolder(source, { tree: head, path: '' }, changes);
  return changes;
}

interface Level {
  readonly tree: Oid | undefined;
  readonly path: BytePath;
}

function compareFolder(source: StagedSource, { tree, path }: Level, changes: Map<BytePath, string>): void {
  if (tree !== undefined && source.trees.get(path) === tree) return;
  const committed = new Map((tree === undefined ? [] : source.objects.tree(tree)).map((entry) => [entry.name, entry]));
  const { files, folders } = folderIn(source.index, path);
  for (const [name, entry] of files) {
    const state = compareFile(committed.get(name), entry);
    if (state !== undefined) changes.set(entry.path, state);
  }
  for (const name of folders) {
    const other = committed.get(name);
    const inner = { tree: other?.mode === DIRECTORY ? other.oid : undefined, path: below(path, name) };
    compareFolder(source, inner, changes);
  }
  for (const [name, entry] of committed) {
    const kept = entry.mode === DIRECTORY ? folders.has(name) : files.has(name);
    if (!kept) markGone(source, { entry, path: below(path, name) }, changes);
  }
}

function compareFile(committed: RawEntry | undefined, entry: IndexEntry): string | undefined {
  if (entry.stage > 0) return undefined;
  const before = committed?.mode === DIRECTORY ? undefined : committed;
  // An intent to add is a promise, nothing that a commit would have.
  if (entry.intentToAdd) return before === undefined ? undefined : 'D';
  if (before === undefined) return 'A';
  if (before.mode.slice(0, 3) !== entry.mode.slice(0, 3)) return 'T';
  return before.oid === entry.oid && before.mode === entry.mode ? undefined : 'M';
}

function markGone(
  source: StagedSource,
  gone: { readonly entry: RawEntry; readonly path: BytePath },
  changes: Map<BytePath, string>,
): void {
  if (gone.entry.mode !== DIRECTORY) {
    changes.set(gone.path, 'D');
    return;
  }
  for (const entry of source.objects.tree(gone.entry.oid))
    markGone(source, { entry, path: below(gone.path, entry.name) }, changes);
}
