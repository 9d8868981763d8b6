import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { pathFromBytes } from '../core/path-text.ts';
import { SUBMODULE, type TreeChange } from '../core/tree-change.ts';
import { isSameLeaf, type Leaf } from './edit-tree.ts';
import { emptyTree } from './hash.ts';
import { readTrees, type TreeReader } from './read-trees.ts';
import { DIRECTORY, type RawEntry, REGULAR } from './tree-bytes.ts';

/** A path, its bytes as latin1, on both sides. */
interface Sides<T> {
  readonly path: string;
  readonly old: T | undefined;
  readonly now: T | undefined;
}

interface ComparingReader extends TreeReader {
  /** Told folders of the second tree that cannot be read, which count as empty. */
  lost?(folder: string): void;
}

/**
 * What differs between two trees, in git's order, found by reading only the folders that differ. It needs no git process of its own
 * where objects are being read anyway; without line counts.
 */
export async function compareTrees(reader: ComparingReader, from: Oid | undefined, to: Oid): Promise<TreeChange[]> {
  const files = from === to ? [] : await changedBelow(reader, { path: '', old: from, now: to });
  return files.sort((one, other) => (one.path < other.path ? -1 : 1)).map(describe);
}

async function changedBelow(reader: ComparingReader, folder: Sides<Oid>): Promise<Sides<Leaf>[]> {
  const trees = await readTrees(
    reader,
    [folder.old, folder.now].filter((tree) => tree !== undefined),
  );
  const [before, after] = [trees.get(folder.old ?? ''), trees.get(folder.now ?? '')];
  if (folder.now !== undefined && after === undefined && folder.now !== emptyTree(reader.objectFormat))
    reader.lost?.(pathFromBytes(Buffer.from(folder.path, 'latin1')));
  const files: Sides<Leaf>[] = [];
  for (const name of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
    const [old, now] = [before?.get(name), after?.get(name)];
    if (isSameLeaf(old, now)) continue;
    const path = folder.path + name;
    const inner = { path: `${path}/`, old: folderOf(old), now: folderOf(now) };
    if (inner.old ?? inner.now) files.push(...(await changedBelow(reader, inner)));
    files.push({ path, old: fileOf(old), now: fileOf(now) });
  }
  return files.filter(({ old, now }) => old ?? now);
}

function folderOf(entry: RawEntry | undefined): Oid | undefined {
  return entry?.mode === DIRECTORY ? entry.oid : undefined;
}

function fileOf(entry: RawEntry | undefined): Leaf | undefined {
  if (entry === undefined || entry.mode === DIRECTORY) return undefined;
  // Of the first versions of git; since then a file has an exec bit or none.
  return entry.mode === '100664' ? { ...entry, mode: REGULAR } : entry;
}

function describe({ path: bytes, old, now }: Sides<Leaf>): TreeChange {
  const path = pathFromBytes(Buffer.from(bytes, 'latin1'));
  const [oldMode, oldOid, newMode, newOid] = [old?.mode, old?.oid, now?.mode, now?.oid];
  return defined({ status: statusOf(oldMode, newMode), path, oldMode, oldOid, newMode, newOid });
}

function statusOf(old: string | undefined, now: string | undefined): TreeChange['status'] {
  if (old === undefined) return 'added';
  if (now === undefined) return 'deleted';
  return old.slice(0, 3) === now.slice(0, 3) ? 'modified' : 'type';
}

/** A file that went and one that came with the same content are one that moved; of several, the one that kept its name. */
export function findRenames(changes: readonly TreeChange[]): TreeChange[] {
  const key = (mode = '', oid = '') => `${oid} ${mode.slice(0, 3)}`;
  const nameOf = ({ path }: TreeChange) => path.slice(path.lastIndexOf('/') + 1);
  const gone = new Map<string, TreeChange[]>();
  for (const change of changes)
    if (change.status === 'deleted' && change.oldMode !== SUBMODULE) {
      const same = key(change.oldMode, change.oldOid);
      gone.set(same, [...(gone.get(same) ?? []), change]);
    }
  const moved = new Set<TreeChange>();
  const named = changes.map((change): TreeChange => {
    const candidates = change.status === 'added' ? gone.get(key(change.newMode, change.newOid)) : undefined;
    const free = candidates?.filter((one) => !moved.has(one)) ?? [];
    const source = free.find((one) => nameOf(one) === nameOf(change)) ?? free[0];
    if (source === undefined) return change;
    moved.add(source);
    const { path: from, oldMode, oldOid } = source;
    return defined({ ...change, status: 'renamed', from, oldMode, oldOid });
  });
  return named.filter((change) => !moved.has(change));
}
