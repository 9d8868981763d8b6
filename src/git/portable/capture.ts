import { join } from 'node:path';
import { defined } from '../../core/defined.ts';
import { SUBMODULE } from '../../core/tree-change.ts';
import { diskPath, lstatIfThere, obstacleFinder } from '../disk-path.ts';
import type { Leaf } from '../edit-tree.ts';
import type { Capture, CapturedTree, DiffOptions, WorktreeStatus } from '../engine.ts';
import { type BytePath, bytePathOf, textOf } from '../files/byte-path.ts';
import { emptyTree } from '../hash.ts';
import { pathsToRead } from '../paths-to-read.ts';
import type { FoundFile } from './clean.ts';
import { diffTrees } from './diff-trees.ts';
import { headBelow } from './submodule.ts';
import { editFiles } from './tree-files.ts';
import type { Worktree } from './worktree.ts';

/** A snapshot without a private index: the user's index is read, and what differs replaces what HEAD's tree has. */
export async function beginCapture(worktree: Worktree): Promise<Capture> {
  const status = await worktree.status();
  return {
    status,
    finish: (paths, counting = {}) => finish(worktree, { status, paths, counting }),
    close: async () => {},
  };
}

interface Draft {
  readonly status: WorktreeStatus;
  readonly paths: readonly string[];
  readonly counting: Pick<DiffOptions, 'counts'>;
}

async function finish(worktree: Worktree, { status, paths, counting }: Draft): Promise<CapturedTree> {
  const { objects } = worktree.parts;
  const head = await worktree.headTree();
  const from = head ?? emptyTree('sha1');
  const isConflicted = status.entries.some(({ kind }) => kind === 'conflicted');
  const staged = new Map([...(await worktree.staged())].map(([path, { edit }]) => [path, edit]));
  if (paths.length === 0 && staged.size === 0 && !isConflicted) return { tree: from, changes: [] };
  const edits = await readEdits(worktree, pathsToRead(status.entries, paths));
  const tree = await editFiles(objects, from, new Map([...staged, ...edits]));
  const indexTree = staged.size > 0 && !isConflicted ? await editFiles(objects, from, staged) : undefined;
  const gone = new Set([...edits.keys()].filter((path) => !edits.get(path)?.mode.startsWith('100')));
  const source = { objects, attributes: worktree.attributesWithout(gone) };
  const changes = await diffTrees(source, { from, to: tree }, counting);
  const distinct = indexTree !== undefined && indexTree !== tree && indexTree !== head;
  return defined({ tree, changes, indexTree: distinct ? indexTree : undefined });
}

/** The state of each path on disk, as `git update-index --add --remove` would take it. */
async function readEdits(worktree: Worktree, paths: readonly string[]): Promise<Map<BytePath, Leaf | undefined>> {
  const { objects, place } = worktree.parts;
  // What lies behind a symbolic link is not part of the tree.
  const obstacle = obstacleFinder(place.root);
  const statOf = (path: string) =>
    obstacle(path) === undefined ? lstatIfThere(diskPath(place.root, path)) : undefined;
  const found = paths.map((text) => {
    const path = bytePathOf(text);
    return { path, stat: statOf(text), before: worktree.index.files.get(path) };
  });
  for (const { before } of found)
    if (before !== undefined && before.mode !== SUBMODULE) objects.expect(before.oid, 'blob');
  const gone = found.filter(({ stat }) => !stat?.isFile()).map(({ path }) => path);
  const cleaner = worktree.cleaner(worktree.attributesWithout(new Set(gone)));
  // A submodule that is not checked out stays what it was.
  const isAsBefore = ({ path, stat, before }: FoundFile) =>
    stat?.isDirectory() && before?.mode === SUBMODULE && headBelow(join(place.root, textOf(path))) === undefined;
  return cleaner.leaves(found.filter((file) => !isAsBefore(file)));
}
