import { readFileSync, readlinkSync } from 'node:fs';
import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { diskPath, lstatIfThere } from '../git/disk-path.ts';
import type { GitEngine, TreeChange, WorktreeStatus } from '../git/engine.ts';
import { objectId } from '../git/hash.ts';
import type { DriftFacts } from '../resume/drift.ts';

export interface DriftMaterial {
  readonly checkpoint: Checkpoint;
  /** What the checkpoint changed against its own HEAD. */
  readonly changes: readonly TreeChange[];
  readonly status: WorktreeStatus;
}

const MOST_COMMITS = 1000;
const LARGEST_HASHED = 32 * 1024 * 1024;

/** What happened in the repository since a checkpoint. */
export async function driftSince(engine: GitEngine, material: DriftMaterial): Promise<DriftFacts> {
  const { checkpoint, status } = material;
  const { base } = checkpoint;
  const moved = status.head !== base && status.head !== undefined && base !== undefined;
  const [commits, lost, sinceHead] = moved
    ? await Promise.all([
        engine.commitsBetween(base, status.head, MOST_COMMITS),
        engine.commitsBetween(status.head, base, 1),
        engine.diffTrees(checkpoint.tree, status.head, { counts: false }),
      ])
    : [[], [], undefined];
  const files = compareFiles(engine, material, sinceHead);
  return {
    commits: commits.slice(0, 5),
    commitCount: commits.length,
    rewound: lost.length > 0,
    branchThen: checkpoint.noteFrom === 'message' ? (status.branch ?? '') : checkpoint.note.context.branch,
    branchNow: status.branch ?? '',
    ...files,
  };
}

type FileDrift = Pick<DriftFacts, 'changed' | 'reverted' | 'committed'>;

/** Compares content, not time: a file that was touched and is the same did not change. */
function compareFiles(
  engine: GitEngine,
  material: DriftMaterial,
  sinceHead: readonly TreeChange[] | undefined,
): FileDrift {
  const { checkpoint, changes, status } = material;
  const dirty = new Set(status.entries.filter(({ kind }) => kind !== 'nested-repository').map(({ path }) => path));
  const inHead = new Map((sinceHead ?? []).map((change) => [change.path, change]));
  const drift = { changed: [] as string[], reverted: [] as string[], committed: [] as string[] };
  const files = changes
    .flatMap(withoutRename)
    .filter(({ oldMode, newMode }) => oldMode !== '160000' && newMode !== '160000');
  for (const change of files) {
    const kind = dirty.has(change.path)
      ? againstDisk(engine, checkpoint, change)
      : againstHead(change, sinceHead === undefined ? undefined : inHead);
    if (kind !== 'same') drift[kind].push(change.path);
  }
  const known = new Set([...files.map(({ path }) => path), ...checkpoint.note.skipped.map(({ path }) => path)]);
  const others = [...dirty, ...inHead.keys()].filter((path) => !known.has(path) && isNews(engine, checkpoint, path));
  return { ...drift, changed: [...new Set([...drift.changed, ...others])] };
}

/** A rename is a deletion and an addition to whoever asks what is on the disk. */
function withoutRename(change: TreeChange): TreeChange[] {
  const { from, oldOid, oldMode, ...added } = change;
  if (from === undefined) return [change];
  return [
    added,
    {
      status: 'deleted',
      path: from,
      ...(oldOid === undefined ? {} : { oldOid }),
      ...(oldMode === undefined ? {} : { oldMode }),
    },
  ];
}

/** The working file is HEAD's: was the change committed, or is it gone? */
function againstHead(
  change: TreeChange,
  inHead: ReadonlyMap<string, TreeChange> | undefined,
): keyof FileDrift | 'same' {
  if (inHead === undefined) return 'reverted';
  const differs = inHead.get(change.path);
  if (differs === undefined) return 'committed';
  return differs.newOid === change.oldOid ? 'reverted' : 'changed';
}

function againstDisk(engine: GitEngine, checkpoint: Checkpoint, change: TreeChange): 'same' | 'changed' {
  const path = diskPath(engine.place.root, change.path);
  const found = lstatIfThere(path);
  const isLink = found?.isSymbolicLink() === true;
  if (!found?.isFile() && !isLink) return change.newOid === undefined ? 'same' : 'changed';
  if (change.newOid === undefined) return 'changed';
  if (found.ctimeMs < untouchedBefore(checkpoint)) return 'same';
  // Filters may store something else than the disk holds; a file that was not written since is the same for sure.
  if (found.mtime.toISOString() === checkpoint.note.modified_at?.[change.path]) return 'same';
  if (found.size > LARGEST_HASHED) return 'changed';
  const bytes = bytesAt(path, isLink);
  return bytes !== undefined && blobIds(engine, bytes).includes(change.newOid) ? 'same' : 'changed';
}

function bytesAt(path: string | Buffer, isLink: boolean): Buffer | undefined {
  try {
    return isLink ? readlinkSync(path, { encoding: 'buffer' }) : readFileSync(path);
  } catch {
    // Gone by now, or not ours to read: then nobody knows it to be the same.
    return undefined;
  }
}

/** File systems count time in ticks, and may round it down. */
const TICK_MS = 20;

/** Nobody can set a file's time of change back: what was last touched before the capture began is as it was then. */
function untouchedBefore({ note }: Checkpoint): number {
  return Date.parse(note.captured_at ?? note.created) - TICK_MS;
}

/** As it is, and as git stores it where line ends are converted. */
function blobIds(engine: GitEngine, bytes: Buffer): Oid[] {
  const id = (content: Uint8Array) => objectId(engine.objectFormat, 'blob', content);
  return bytes.includes('\r\n')
    ? [id(bytes), id(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'))]
    : [id(bytes)];
}

/** A summary has no files to compare with: there only what was written since its making counts. */
function isNews(engine: GitEngine, { note }: Checkpoint, path: string): boolean {
  if (note.mode !== 'summary') return true;
  const found = lstatIfThere(diskPath(engine.place.root, path));
  return (
    found !== undefined &&
    found.mtime.toISOString() !== note.modified_at?.[path] &&
    found.mtime > new Date(note.created)
  );
}
