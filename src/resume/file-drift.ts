import type { Checkpoint } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { TreeChange } from '../core/tree-change.ts';
import { diskPath, lstatIfThere } from '../git/disk-path.ts';
import { isSameLeaf, type Leaf, leavesOf } from '../git/edit-tree.ts';
import type { GitEngine, StatusEntry } from '../git/engine.ts';
import { compareWithDisk, type FileOnDisk, type SavedFile } from './compare-with-disk.ts';
import type { DriftFacts } from './pack/drift.ts';

interface FileMaterial {
  readonly checkpoint: Checkpoint;
  /** What the checkpoint changed against its own HEAD. */
  readonly changes: readonly TreeChange[];
  readonly entries: readonly StatusEntry[];
  /** From the checkpoint to HEAD as it is now; absent where HEAD did not move. */
  readonly sinceHead?: readonly TreeChange[];
}

type FileDrift = Pick<DriftFacts, 'changed' | 'reverted' | 'committed' | 'gone'>;

/** A path before the checkpoint, in it and in HEAD now; a side is absent where it was not there. */
interface Past extends SavedFile {
  readonly before: Leaf | undefined;
  readonly head: Leaf | undefined;
}

/** Compares content, not time: a file that was touched and is the same did not change. */
export async function fileDrift(engine: GitEngine, material: FileMaterial): Promise<FileDrift> {
  const { checkpoint } = material;
  const skipped = new Set(checkpoint.note.skipped.map(({ path }) => path));
  const entries = material.entries.filter(({ kind, path }) => kind !== 'nested-repository' && !skipped.has(path));
  const sinceHead = material.sinceHead?.filter(({ path }) => !skipped.has(path));
  if (checkpoint.note.mode === 'summary') {
    const known = Object.keys(checkpoint.note.modified_at ?? {});
    const paths = new Set([...[...entries, ...(sinceHead ?? [])].map(({ path }) => path), ...known]);
    const changed = [...paths].filter((path) => isNews(engine, checkpoint, path));
    return { changed, reverted: [], committed: [], gone: [] };
  }
  const past = pastOf(material.changes.flatMap(withoutRename), sinceHead);
  const dirty = new Set(entries.map(({ path }) => path));
  const rest = [...dirty].filter((path) => !past.has(path));
  const doubtful = await inCheckpoint(engine, checkpoint, doubtfulOf(entries, rest));
  // What HEAD has not, git does not look at where it is ignored.
  const unlike = [...past.values()].filter(({ path, head }) => dirty.has(path) || head === undefined);
  const looks = await compareWithDisk(engine, checkpoint, [...unlike, ...doubtful]);
  const drift: { [K in keyof FileDrift]: string[] } = { changed: [], reverted: [], committed: [], gone: [] };
  for (const file of past.values()) {
    const look = looks.get(file.path);
    const kind = kindOf(file, look, dirty.has(file.path));
    if (kind !== 'same') drift[kind].push(file.path);
  }
  const others = rest.filter((path) => looks.get(path)?.kind !== 'same');
  const isLost = lostFrom(engine, entries);
  return {
    ...drift,
    changed: [...drift.changed, ...others.filter((path) => !isLost(path))],
    gone: [...drift.gone, ...others.filter(isLost)],
  };
}

/** Tells which of the files that git knows are not on the disk any more. */
function lostFrom({ place }: GitEngine, entries: readonly StatusEntry[]): (path: string) => boolean {
  const deleted = new Set(
    entries.filter(({ staged, unstaged }) => [staged, unstaged].includes('D')).map(({ path }) => path),
  );
  return (path) => deleted.has(path) && lstatIfThere(diskPath(place.root, path)) === undefined;
}

/** All that the checkpoint or a commit since it changed; the paths of the checkpoint first. */
function pastOf(changes: readonly TreeChange[], sinceHead: readonly TreeChange[] | undefined): Map<string, Past> {
  const inHead = new Map((sinceHead ?? []).map((change) => [change.path, change]));
  const past = new Map<string, Past>();
  for (const change of changes) {
    const [before, saved] = leavesOf(change);
    const differs = inHead.get(change.path);
    const head = differs === undefined ? saved : leavesOf(differs)[1];
    past.set(change.path, { path: change.path, before, saved, head: sinceHead === undefined ? before : head });
  }
  for (const change of inHead.values()) {
    const [saved, head] = leavesOf(change);
    if (!past.has(change.path)) past.set(change.path, { path: change.path, before: saved, saved, head });
  }
  return past;
}

/** A rename is a deletion and an addition to whoever asks what is on the disk. */
function withoutRename(change: TreeChange): TreeChange[] {
  const { from, oldOid, oldMode, ...added } = change;
  if (from === undefined) return [change];
  return [added, defined({ status: 'deleted', path: from, oldOid, oldMode })];
}

function kindOf(file: Past, look: FileOnDisk | undefined, isDirty: boolean): keyof FileDrift | 'same' {
  if (file.saved !== undefined && look?.there === false) return 'gone';
  return isDirty || look?.there === true ? (look?.kind ?? 'same') : againstHead(file);
}

/** The working file is HEAD's: was the change committed, or is it gone? */
function againstHead({ before, saved, head }: Past): keyof FileDrift | 'same' {
  if (isSameLeaf(head, saved)) return isSameLeaf(saved, before) ? 'same' : 'committed';
  return isSameLeaf(head, before) ? 'reverted' : 'changed';
}

/** Paths that differ from HEAD in the index, and perhaps not on the disk: staged and put back, or no longer tracked. */
function doubtfulOf(entries: readonly StatusEntry[], paths: readonly string[]): string[] {
  const asked = new Set(paths);
  const doubtful = entries.filter(
    // Of a submodule only the commit is asked for here: what is in it is compared apart.
    ({ staged, unstaged, dirtySubmodule }) => dirtySubmodule || staged === 'D' || (staged !== '.' && unstaged !== '.'),
  );
  return doubtful.map(({ path }) => path).filter((path) => asked.has(path));
}

/** A command line holds no more. */
const MAX_NAMED = 500;

async function inCheckpoint(engine: GitEngine, { tree }: Checkpoint, paths: readonly string[]): Promise<SavedFile[]> {
  if (paths.length === 0) return [];
  const entries = await engine.listTree(tree, paths.length > MAX_NAMED ? undefined : paths);
  const found = new Map(entries.map((entry) => [entry.path, entry]));
  return paths.map((path) => ({ path, saved: found.get(path) }));
}

/** A summary has no files to compare with: there what was written or deleted since its making counts. */
function isNews(engine: GitEngine, { note }: Checkpoint, path: string): boolean {
  const found = lstatIfThere(diskPath(engine.place.root, path));
  if (found === undefined) return !note.context.git_status.deleted.includes(path);
  return found.mtime.toISOString() !== note.modified_at?.[path] && found.mtime > new Date(note.created);
}
