import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { Capture, CapturedTree, WorktreeStatus } from '../engine.ts';
import { isAbsence } from '../files/read-if-there.ts';
import { emptyTree } from '../hash.ts';
import { pathsToRead } from '../paths-to-read.ts';
import { type BytePath, bytePathOf, folderOf, nameOf, onDisk, textOf } from './byte-path.ts';
import type { Cleaner } from './clean.ts';
import { countedChange } from './diff-trees.ts';
import { folderIn } from './index-folders.ts';
import { headOf, repositoryAt } from './submodule.ts';
import { type Edit, writeTrees } from './tree-builder.ts';
import { changedFiles } from './tree-walk.ts';
import type { Worktree } from './worktree.ts';

/** A snapshot without a private index: the user's index is read, and what differs is laid over it in memory. */
export async function beginCapture(worktree: Worktree): Promise<Capture> {
  const status = await worktree.status();
  return {
    status,
    finish: (paths) => finish(worktree, { status, paths }),
    close: async () => {},
  };
}

interface Draft {
  readonly status: WorktreeStatus;
  readonly paths: readonly string[];
}

async function finish(worktree: Worktree, draft: Draft): Promise<CapturedTree> {
  const head = worktree.headTree();
  const before = head ?? emptyTree('sha1');
  const { entries } = draft.status;
  const isConflicted = entries.some(({ kind }) => kind === 'conflicted');
  const isStaged = entries.some(({ kind, staged }) => kind === 'tracked' && staged !== '.');
  if (draft.paths.length === 0 && !isStaged && !isConflicted) return { tree: before, changes: [] };
  const edits = await readEdits(worktree, pathsToRead(entries, draft.paths));
  const tree = writeTrees(worktree.treeSource(), edits);
  const indexTree = isStaged && !isConflicted ? writeTrees(worktree.treeSource(), new Map()) : undefined;
  const gone = new Set([...edits.keys()].filter((path) => !edits.get(path)?.mode.startsWith('100')));
  const attributes = worktree.attributesWithout(gone);
  const contents = { objects: worktree.objects, attributes: (path: BytePath) => attributes.of(path) };
  const changes = changedFiles(worktree.objects, before, tree).map((change) => countedChange(contents, change));
  const distinct = indexTree !== undefined && indexTree !== tree && indexTree !== head;
  return { tree, changes, ...(distinct ? { indexTree } : {}) };
}

/** The state of each path on disk, as `git update-index --add --remove` would take it. */
async function readEdits(worktree: Worktree, paths: readonly string[]): Promise<Map<BytePath, Edit | undefined>> {
  const edits = new Map<BytePath, Edit | undefined>();
  const folders = new RealFolders(worktree.place.root);
  // Asked of every path before the first is written: a refusal leaves nothing behind.
  const found = paths.map(bytePathOf).map((path) => ({ path, stat: folders.statOf(path) }));
  const gone = found.filter(({ stat }) => !stat?.isFile()).map(({ path }) => path);
  const cleaner = worktree.cleanerWithout(new Set(gone));
  for (const { path, stat } of found) {
    if (stat?.isFile()) cleaner.check(path);
    const before = worktree.indexed(path);
    if (before !== undefined) worktree.objects.expect(before, 'blob');
  }
  for (const { path, stat } of found) {
    const edit = await editOf({ worktree, cleaner }, path, stat);
    if (edit !== 'unchanged') edits.set(path, edit);
  }
  return edits;
}

async function editOf(
  { worktree, cleaner }: { readonly worktree: Worktree; readonly cleaner: Cleaner },
  path: BytePath,
  stat: Stats | undefined,
): Promise<Edit | undefined | 'unchanged'> {
  if (stat === undefined) return undefined;
  const tracked = folderIn(worktree.index, folderOf(path)).files.get(nameOf(path));
  if (stat.isDirectory()) {
    // A repository in the place of a file: the file is gone, and nobody said that this is a submodule.
    if (tracked !== undefined && tracked.mode !== '160000') return undefined;
    const place = repositoryAt(join(worktree.place.root, textOf(path)));
    const oid = place && headOf(place);
    if (oid !== undefined) return { mode: '160000', oid };
    return tracked?.mode === '160000' ? 'unchanged' : undefined;
  }
  const isLink = stat.isSymbolicLink();
  const oid = await cleaner.write({ path, size: stat.size, isLink });
  return { mode: isLink ? '120000' : fileMode(worktree, stat, tracked?.mode), oid };
}

/** Where the disk knows no exec bits or no links, the index remembers them. */
function fileMode({ rules }: Worktree, stat: Stats, before: string | undefined): string {
  if (!rules.symlinks && before === '120000') return before;
  if (!rules.trustMode) return before?.startsWith('100') ? before : '100644';
  return (stat.mode & 0o100) === 0 ? '100644' : '100755';
}

/** Looks at paths without ever passing through a symbolic link: what lies behind one is not part of the tree. */
class RealFolders {
  readonly #root: string;
  readonly #known = new Map<BytePath, boolean>([['', true]]);

  constructor(root: string) {
    this.#root = root;
  }

  statOf(path: BytePath): Stats | undefined {
    if (!this.#isReal(folderOf(path))) return undefined;
    try {
      return lstatSync(onDisk(this.#root, path), { throwIfNoEntry: false });
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  }

  #isReal(folder: BytePath): boolean {
    let known = this.#known.get(folder);
    if (known === undefined) {
      known = this.statOf(folder)?.isDirectory() === true;
      this.#known.set(folder, known);
    }
    return known;
  }
}
