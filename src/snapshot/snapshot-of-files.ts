import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { SkippedFile } from '../core/note.ts';
import { showBytes } from '../core/size.ts';
import type { TreeChange } from '../core/tree-change.ts';
import { diskPath, lstatIfThere } from '../git/disk-path.ts';
import type { GitEngine, WorktreeStatus } from '../git/engine.ts';
import { type ChooseLimits, type ChosenFiles, chooseFiles, type FileOnDisk } from './choose-files.ts';
import { takeFiles } from './take-files.ts';

/** The files of a working tree as a tree object, and what was left out of it. */
export interface FilesSnapshot {
  readonly tree: Oid;
  readonly indexTree?: Oid;
  readonly status: WorktreeStatus;
  readonly changes: readonly TreeChange[];
  readonly skipped: readonly SkippedFile[];
  readonly bytes: number;
  /** When changed files were last written, ISO, at most 200. */
  readonly modifiedAt: Readonly<Record<string, string>>;
  /** What was taken although it is ignored or else left out. */
  readonly also?: ReadonlySet<string>;
}

/** Reads the files of a working tree into the object store. HEAD, index and files stay as they are. */
export async function takeFilesSnapshot(
  engine: GitEngine,
  settings: ChooseLimits | Promise<ChooseLimits>,
): Promise<FilesSnapshot> {
  refuseHomeAndRoot(engine.place.root);
  // Thrown below, where the private index is removed too.
  Promise.resolve(settings).catch(() => undefined);
  const capture = await engine.beginCapture();
  try {
    // Awaited only here: the settings are read while git looks at the working tree.
    const limits = await settings;
    const stats = statPaths(engine.place.root, capture.status);
    const chosen = chooseFiles(capture.status.entries, kindsOf(stats), limits);
    if (!limits.fit && chosen.bytes > limits.maxCheckpointSize) throw tooLarge(chosen, limits.maxCheckpointSize);
    const { captured, left } = await takeFiles({ engine, capture, leaveOut: limits.leaveOut ?? false }, chosen.take);
    const leftOut = left.map((path) => describeLeft(engine, path));
    const closed = capture.status.closedFolders.map((path) => ({ path, size: 0, why: 'unreadable' as const }));
    const skipped = [...chosen.skipped, ...leftOut, ...closed];
    const bytes = leftOut.reduce((sum, { size }) => sum - size, chosen.bytes);
    const refused = findRefused(engine, capture.status, [...skipped, ...captured.changes]);
    return defined({
      ...captured,
      status: capture.status,
      skipped: [...skipped, ...refused],
      bytes,
      modifiedAt: modificationTimes(stats),
      also: limits.also,
    });
  } finally {
    await capture.close();
  }
}

function refuseHomeAndRoot(root: string): void {
  // A drive has a root of its own.
  const isRoot = dirname(root) === root;
  if (!isRoot && !isSameFolder(root, homedir())) return;
  throw new Failure('fatal', `refusing to snapshot ${isRoot ? 'the root directory' : 'your home directory'}`, {
    hint: "Run git checkpoint in a project's own repository.",
  });
}

/** Whatever the spelling: by another link, or, where the file system does not mind, in capitals. */
function isSameFolder(one: string, other: string): boolean {
  if (one === other) return true;
  const [here, there] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return here !== undefined && here.ino === there?.ino && here.dev === there.dev;
}

/** git passes over names that mean its own folder on some file system, such as `git~1`. */
function findRefused(
  { place }: GitEngine,
  { entries }: WorktreeStatus,
  accounted: readonly { readonly path: string }[],
): SkippedFile[] {
  // A file that was only taken out of the index is there again, and differs from HEAD in nothing.
  const known = new Set([...accounted, ...entries.filter(({ kind }) => kind !== 'untracked')].map(({ path }) => path));
  return entries
    .filter(({ path, kind }) => kind === 'untracked' && !known.has(path))
    .flatMap(({ path }) => {
      const found = lstatIfThere(diskPath(place.root, path));
      return found === undefined ? [] : [{ path, size: found.size, why: 'refused' as const }];
    });
}

function describeLeft({ place }: GitEngine, path: string): SkippedFile {
  const full = diskPath(place.root, path);
  return { path, size: lstatIfThere(full)?.size ?? 0, why: isReadable(full) ? 'unstorable' : 'unreadable' };
}

function isReadable(path: string | Buffer): boolean {
  if (!lstatIfThere(path)?.isFile()) return true;
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function statPaths(root: string, status: WorktreeStatus): Map<string, Stats> {
  const stats = new Map<string, Stats>();
  for (const { path } of status.entries) {
    const found = lstatIfThere(diskPath(root, path));
    if (found !== undefined) stats.set(path, found);
  }
  return stats;
}

function kindsOf(stats: ReadonlyMap<string, Stats>): Map<string, FileOnDisk> {
  return new Map(
    [...stats].map(([path, found]) => [
      path,
      { kind: kindOf(found), size: found.isDirectory() ? 0 : found.size, modified: found.mtimeMs },
    ]),
  );
}

function kindOf(found: Stats): FileOnDisk['kind'] {
  if (found.isFile()) return 'file';
  if (found.isSymbolicLink()) return 'link';
  return found.isDirectory() ? 'folder' : 'other';
}

const MAX_TIMES = 200;

function modificationTimes(stats: ReadonlyMap<string, Stats>): Record<string, string> {
  const newest = [...stats]
    .filter(([, found]) => !found.isDirectory())
    .sort((one, other) => other[1].mtimeMs - one[1].mtimeMs);
  return Object.fromEntries(newest.slice(0, MAX_TIMES).map(([path, found]) => [path, found.mtime.toISOString()]));
}

function tooLarge(chosen: ChosenFiles, limit: number): Failure {
  const names = chosen.largest.map(({ path, size }) => `${path} ${showBytes(size)}`).join(', ');
  const sizes = `${showBytes(chosen.bytes)} of new content (limit ${showBytes(limit)})`;
  return new Failure('fatal', `too large: ${sizes}. Largest: ${names}`, {
    hint: `Allow it once with \`--max-size ${chosen.bytes}\`, or leave files out by .gitignore or \`checkpoint.exclude\`.`,
  });
}
