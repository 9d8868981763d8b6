import type { Oid } from '../../core/checkpoint.ts';
import { SUBMODULE, type TreeChange } from '../../core/tree-change.ts';
import type { DiffOptions } from '../engine.ts';
import type { FileAttributes } from '../files/attributes.ts';
import { type BytePath, below, compareBytes, nameOf, textOf } from '../files/byte-path.ts';
import { countEdits, isBinary } from '../line-diff.ts';
import { DIRECTORY, type RawEntry } from '../tree-bytes.ts';
import type { Objects } from './objects.ts';
import { pathFilter, type TreeFile } from './tree-files.ts';

/** A difference of two trees before anybody looked into the files. A rename is one whose two paths differ. */
export interface RawChange {
  readonly path: BytePath;
  readonly old?: TreeFile;
  readonly new?: TreeFile;
}

export interface ContentSource {
  readonly objects: Objects;
  attributes(path: BytePath): Promise<FileAttributes>;
}

export interface Trees {
  readonly from: Oid;
  readonly to: Oid;
}

export async function diffTrees(source: ContentSource, trees: Trees, options: DiffOptions): Promise<TreeChange[]> {
  const changes = await rawChanges(source.objects, trees, options);
  return Promise.all(
    changes.map((change) => (options.counts === false ? describeChange(change) : countedChange(source, change))),
  );
}

/** What differs between two trees, in git's order; equal folders are not opened. Renames are files moved as they are. */
export async function rawChanges(objects: Objects, { from, to }: Trees, options: DiffOptions): Promise<RawChange[]> {
  const keep = pathFilter(options.paths);
  const changes = from === to ? [] : await changedBelow(objects, { from, to }, '');
  const kept = changes.filter(({ path }) => keep(path, false)).sort(byPath);
  return options.renames ? withRenames(kept) : kept;
}

function byPath(one: RawChange, other: RawChange): number {
  return compareBytes(one.path, other.path);
}

async function changedBelow(objects: Objects, trees: Partial<Trees>, folder: BytePath): Promise<RawChange[]> {
  const [before, after] = [await entriesOf(objects, trees.from), await entriesOf(objects, trees.to)];
  const changes: RawChange[] = [];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(name), after.get(name)];
    if (old?.oid === now?.oid && old?.mode === now?.mode) continue;
    const path = below(folder, name);
    const [from, to] = [folderOid(old), folderOid(now)];
    if (from || to) changes.push(...(await changedBelow(objects, { ...(from && { from }), ...(to && { to }) }, path)));
    const [oldFile, newFile] = [fileAt(path, old), fileAt(path, now)];
    if (oldFile || newFile) changes.push({ path, ...(oldFile && { old: oldFile }), ...(newFile && { new: newFile }) });
  }
  return changes;
}

async function entriesOf(objects: Objects, tree: Oid | undefined): Promise<Map<string, RawEntry>> {
  return new Map((tree === undefined ? [] : await objects.tree(tree)).map((entry) => [entry.name, entry]));
}

function folderOid(entry: RawEntry | undefined): Oid | undefined {
  return entry?.mode === DIRECTORY ? entry.oid : undefined;
}

function fileAt(path: BytePath, entry: RawEntry | undefined): TreeFile | undefined {
  return entry === undefined || entry.mode === DIRECTORY ? undefined : { path, mode: entry.mode, oid: entry.oid };
}

/** A file that went and one that came with the same content are one that moved; of several, the one that kept its name. */
function withRenames(changes: readonly RawChange[]): RawChange[] {
  const key = ({ oid, mode }: TreeFile) => `${oid} ${mode.slice(0, 3)}`;
  const gone = new Map<string, RawChange[]>();
  for (const change of changes)
    if (change.old && !change.new && change.old.mode !== SUBMODULE)
      gone.set(key(change.old), [...(gone.get(key(change.old)) ?? []), change]);
  const moved = new Set<RawChange>();
  const renamed = changes.map((change) => {
    const candidates = (change.new && !change.old && gone.get(key(change.new))) || [];
    const free = candidates.filter((one) => !moved.has(one));
    const source = free.find(({ path }) => nameOf(path) === nameOf(change.path)) ?? free[0];
    if (source?.old === undefined) return change;
    moved.add(source);
    return { ...change, old: source.old };
  });
  return renamed.filter((change) => !moved.has(change));
}

/** The change as the contract tells it. */
function describeChange({ path, old, new: now }: RawChange): TreeChange {
  const renamed = old !== undefined && old.path !== path;
  return {
    status: renamed ? 'renamed' : statusOf(old, now),
    path: textOf(path),
    ...(renamed && { from: textOf(old.path) }),
    ...(old && { oldMode: old.mode, oldOid: old.oid }),
    ...(now && { newMode: now.mode, newOid: now.oid }),
  };
}

function statusOf(old: TreeFile | undefined, now: TreeFile | undefined): TreeChange['status'] {
  if (old === undefined) return 'added';
  if (now === undefined) return 'deleted';
  return isTypeChange(old, now) ? 'type' : 'modified';
}

/** A file that became a link or a submodule, and the other ways round. */
export function isTypeChange(old: TreeFile, now: TreeFile): boolean {
  return old.mode.slice(0, 3) !== now.mode.slice(0, 3);
}

/** A change with its line counts. */
export async function countedChange(source: ContentSource, change: RawChange): Promise<TreeChange> {
  const told = describeChange(change);
  const contents = await contentsOf(source, change);
  if (contents === 'binary') return { ...told, added: 0, removed: 0, binary: true };
  return { ...told, ...countEdits(contents.old, contents.new), binary: false };
}

/** Both sides of a change, unless git would not show one of them line by line. */
export async function contentsOf(
  source: ContentSource,
  change: RawChange,
): Promise<{ readonly old: Buffer; readonly new: Buffer } | 'binary'> {
  const [old, now] = [await bytesOf(source.objects, change.old), await bytesOf(source.objects, change.new)];
  const sides = [
    [change.old, old],
    [change.new, now],
  ] as const;
  for (const [file, bytes] of sides) if (file !== undefined && !(await isText(source, file, bytes))) return 'binary';
  return { old, new: now };
}

/** Whether git shows a file line by line: its attributes say so, or its first bytes look like it. */
async function isText(source: ContentSource, file: TreeFile, bytes: Buffer): Promise<boolean> {
  const { diff } = file.mode.startsWith('100') ? await source.attributes(file.path) : { diff: undefined };
  // A value names a driver, which leaves it to the content.
  return typeof diff === 'boolean' ? diff : !isBinary(bytes);
}

/** A submodule's content is the sentence that git shows. */
async function bytesOf(objects: Objects, file: TreeFile | undefined): Promise<Buffer> {
  if (file === undefined) return Buffer.alloc(0);
  return file.mode === SUBMODULE ? Buffer.from(`Subproject commit ${file.oid}\n`) : objects.load(file.oid, 'blob');
}
