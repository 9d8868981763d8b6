import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { pathFromBytes } from '../core/path-text.ts';
import type { TreeChange } from '../core/tree-change.ts';
import type { GitEngine } from './engine.ts';
import { DIRECTORY, parseTree, type RawEntry } from './tree-bytes.ts';

type Reader = Pick<GitEngine, 'readObjects' | 'objectFormat'>;

interface Pair {
  /** Bytes as latin1, ending in `/` unless empty. */
  readonly folder: string;
  readonly from?: Oid;
  readonly to?: Oid;
}

/**
 * What differs between two trees, found by reading only the folders that differ. It needs no git process of its own where
 * objects are being read anyway; without line counts, and a rename is seen only where the content is the same.
 */
export async function compareTrees(reader: Reader, from: Oid | undefined, to: Oid): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  let open: Pair[] = from === to ? [] : [defined({ folder: '', from, to })];
  while (open.length > 0) {
    const trees = await readTrees(reader, open);
    const pairs = open;
    open = [];
    for (const pair of pairs) {
      const [before, after] = [trees.get(pair.from ?? ''), trees.get(pair.to ?? '')];
      for (const name of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
        const step = compareEntry(`${pair.folder}${name}`, before?.get(name), after?.get(name));
        changes.push(...step.changes);
        open.push(...step.deeper);
      }
    }
  }
  return withRenames(changes).sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function readTrees(reader: Reader, pairs: readonly Pair[]): Promise<Map<Oid, Map<string, RawEntry>>> {
  const oids = [...new Set(pairs.flatMap(({ from, to }) => [from ?? '', to ?? '']))].filter((oid) => oid !== '');
  const objects = await reader.readObjects(oids);
  const length = reader.objectFormat === 'sha1' ? 40 : 64;
  return new Map(
    oids.map((oid, at) => {
      const entries = objects[at]?.type === 'tree' ? parseTree(objects[at].bytes, length) : [];
      return [oid, new Map(entries.map((entry) => [entry.name, entry]))];
    }),
  );
}

function compareEntry(
  name: string,
  before: RawEntry | undefined,
  after: RawEntry | undefined,
): { readonly changes: TreeChange[]; readonly deeper: Pair[] } {
  if (before?.oid === after?.oid && before?.mode === after?.mode) return { changes: [], deeper: [] };
  const folders = {
    ...(before?.mode === DIRECTORY ? { from: before.oid } : {}),
    ...(after?.mode === DIRECTORY ? { to: after.oid } : {}),
  };
  const deeper = Object.keys(folders).length === 0 ? [] : [{ folder: `${name}/`, ...folders }];
  const [oldFile, newFile] = [before, after].map((entry) => (entry?.mode === DIRECTORY ? undefined : entry));
  return { changes: oldFile || newFile ? [change(name, oldFile, newFile)] : [], deeper };
}

function change(name: string, before: RawEntry | undefined, after: RawEntry | undefined): TreeChange {
  return defined({
    status: statusOf(before, after),
    path: pathFromBytes(Buffer.from(name, 'latin1')),
    oldMode: before === undefined ? undefined : before.mode,
    oldOid: before === undefined ? undefined : before.oid,
    newMode: after === undefined ? undefined : after.mode,
    newOid: after === undefined ? undefined : after.oid,
  });
}

function statusOf(before: RawEntry | undefined, after: RawEntry | undefined): TreeChange['status'] {
  if (before === undefined) return 'added';
  if (after === undefined) return 'deleted';
  return before.mode.slice(0, 3) === after.mode.slice(0, 3) ? 'modified' : 'type';
}

/** A deletion and an addition of the same content are one move. */
function withRenames(changes: readonly TreeChange[]): TreeChange[] {
  const gone = new Map(changes.filter(({ status }) => status === 'deleted').map((one) => [one.oldOid, one]));
  const moved = new Set<TreeChange>();
  const named = changes.map((one): TreeChange => {
    const source = one.status === 'added' ? gone.get(one.newOid) : undefined;
    if (source === undefined || moved.has(source)) return one;
    moved.add(source);
    const { oldMode, oldOid } = source;
    return defined({ ...one, status: 'renamed', from: source.path, oldMode, oldOid });
  });
  return named.filter((one) => !moved.has(one));
}
