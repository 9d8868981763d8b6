import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readlinkSync, readSync, type Stats } from 'node:fs';
import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import type { Note } from '../core/note.ts';
import { LINK, SUBMODULE } from '../core/tree-change.ts';
import { diskPath, lstatIfThere, obstacleFinder } from '../git/disk-path.ts';
import type { Leaf } from '../git/edit-tree.ts';
import type { GitEngine } from '../git/engine.ts';
import { type ObjectFormat, objectId } from '../git/hash.ts';
import { knowsModes } from '../git/knows-modes.ts';
import { isChangedBefore } from './changed-before.ts';

/** A path as a checkpoint holds it. */
export interface SavedFile {
  readonly path: string;
  readonly saved: Leaf | undefined;
}

export interface FileOnDisk {
  /** A file, a link or a repository is at the path. */
  readonly there: boolean;
  readonly kind: 'same' | 'changed';
}

/** Whether paths on the disk are what a checkpoint holds. */
export async function compareWithDisk(
  engine: GitEngine,
  checkpoint: Checkpoint,
  files: readonly SavedFile[],
): Promise<ReadonlyMap<string, FileOnDisk>> {
  if (files.length === 0) return new Map();
  const judge = await beginComparison(engine, checkpoint);
  const see = statFinder(engine.place.root);
  const looks = new Map<string, FileOnDisk>();
  const unread: Seen[] = [];
  for (const file of files) {
    const found = see(file.path);
    if (isUntouched(judge, file, found)) looks.set(file.path, SAME);
    else unread.push({ file, found });
  }
  await readThem(judge, unread, looks);
  return looks;
}

interface Seen {
  readonly file: SavedFile;
  readonly found: Stats | undefined;
}

async function readThem(judge: ComparisonState, unread: Seen[], looks: Map<string, FileOnDisk>): Promise<void> {
  const { engine } = judge;
  const submodules = unread.map(({ file }) => file).filter(({ saved }) => saved?.mode === SUBMODULE);
  const heads = await Promise.all(submodules.map(({ path }) => engine.worktree.headBelow(path)));
  const headOf = new Map(submodules.map(({ path }, at) => [path, heads[at]]));
  // The small ones first: a large one may leave nothing to read the others with.
  unread.sort((one, other) => (one.found?.size ?? 0) - (other.found?.size ?? 0));
  const others: SavedFile[] = [];
  for (const { file, found } of unread) {
    const look = judged(judge, { ...file, head: headOf.get(file.path) }, found);
    if (look === OTHER_BYTES) others.push(file);
    looks.set(file.path, look);
  }
  // Filters and line ends may make git store something else than the bytes on the disk.
  const stored = await engine.worktree.storedIds(others.map(({ path }) => path)).catch(unknown);
  for (const [at, { path, saved }] of others.entries()) if (stored[at] === saved?.oid) looks.set(path, SAME);
}

/** Tells what is at a path, and nothing for what lies behind a link. */
function statFinder(root: string): (path: string) => Stats | undefined {
  const obstacleTo = obstacleFinder(root);
  return (path) => (obstacleTo(path) === undefined ? lstatIfThere(diskPath(root, path)) : undefined);
}

const SAME: FileOnDisk = { there: true, kind: 'same' };
const CHANGED: FileOnDisk = { there: true, kind: 'changed' };
/** Changed, as far as bytes tell. */
const OTHER_BYTES: FileOnDisk = { there: true, kind: 'changed' };

/** A filter that fails, or a file that just went: then nobody knows it to be the same. */
function unknown(): Oid[] {
  return [];
}

interface ComparisonState {
  readonly engine: GitEngine;
  readonly note: Note;
  readonly knowsModes: boolean;
  /** When the capture began; absent when the checkpoint is of another working tree. */
  readonly captured?: Date;
  /** Bytes that may still be read. */
  mayRead: number;
}

async function beginComparison(engine: GitEngine, { note }: Checkpoint): Promise<ComparisonState> {
  const isHere = note.context.worktree === engine.place.root;
  return {
    engine,
    note,
    knowsModes: await knowsModes(engine),
    ...(isHere ? { captured: new Date(note.captured_at ?? note.created) } : {}),
    mayRead: MAX_READ,
  };
}

/** A session that begins waits for this: about a third of a second. */
const MAX_READ = 128 * 1024 * 1024;

interface Judged extends SavedFile {
  /** Where a submodule stands. One that nobody cloned has not moved. */
  readonly head: Oid | undefined;
}

function judged(judge: ComparisonState, { path, saved, head }: Judged, found: Stats | undefined): FileOnDisk {
  if (saved?.mode === SUBMODULE && found?.isDirectory()) return (head ?? saved.oid) === saved.oid ? SAME : CHANGED;
  if (!isSeenByGit(found)) return { there: false, kind: saved === undefined ? 'same' : 'changed' };
  return saved === undefined || saved.mode === SUBMODULE ? CHANGED : contentOf(judge, { path, saved }, found);
}

/** Git sees nothing in a pipe or a socket. */
function isSeenByGit(found: Stats | undefined): found is Stats {
  return found !== undefined && (found.isFile() || found.isSymbolicLink());
}

function contentOf(
  judge: ComparisonState,
  { path, saved }: { readonly path: string; readonly saved: Leaf },
  found: Stats,
): FileOnDisk {
  const { objectFormat, place } = judge.engine;
  if (judge.knowsModes && !isOfMode(found, saved.mode)) return CHANGED;
  if (found.size > judge.mayRead) return CHANGED;
  judge.mayRead -= found.size;
  const id = idOf(diskPath(place.root, path), found, objectFormat);
  if (id === saved.oid) return SAME;
  return id === undefined || found.isSymbolicLink() ? CHANGED : OTHER_BYTES;
}

function idOf(path: string | Buffer, found: Stats, format: ObjectFormat): Oid | undefined {
  try {
    if (found.isSymbolicLink()) return objectId(format, 'blob', readlinkSync(path, { encoding: 'buffer' }));
    return found.size > LARGE ? idOfLarge(path, found.size, format) : objectId(format, 'blob', readFileSync(path));
  } catch {
    // Gone by now, or not ours to read: then nobody knows it to be the same.
    return undefined;
  }
}

const LARGE = 1024 * 1024;

/** The same without having all of it in memory. */
function idOfLarge(path: string | Buffer, size: number, format: ObjectFormat): Oid {
  const hash = createHash(format).update(`blob ${size}\0`);
  const chunk = Buffer.allocUnsafe(LARGE);
  const file = openSync(path, 'r');
  try {
    for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk))
      hash.update(chunk.subarray(0, length));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}

function isOfMode(found: Stats, mode: string): boolean {
  if (found.isSymbolicLink()) return mode === LINK;
  return mode === ((found.mode & 0o100) === 0 ? '100644' : '100755');
}

/**
 * What was last changed in this working tree before the capture began is as it was then, unless a folder with older files took the
 * place of its own: those were hardly written in the same millisecond.
 */
function isUntouched(
  { note, captured, knowsModes }: ComparisonState,
  { path, saved }: SavedFile,
  found?: Stats,
): boolean {
  if (saved === undefined || saved.mode === SUBMODULE || !isSeenByGit(found)) return false;
  if (knowsModes && !isOfMode(found, saved.mode)) return false;
  if (captured === undefined || !isChangedBefore(found, captured)) return false;
  const written = note.modified_at?.[path];
  return written === undefined || found.mtime.getTime() === Date.parse(written);
}
