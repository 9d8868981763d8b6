import { readFileSync, readlinkSync, type Stats } from 'node:fs';
import type { Checkpoint, Oid } from '../core/checkpoint.ts';
import { diskPath, lstatIfThere, obstacleFinder } from '../git/disk-path.ts';
import type { Leaf } from '../git/edit-tree.ts';
import type { GitEngine } from '../git/engine.ts';
import { objectId } from '../git/hash.ts';
import { SUBMODULE } from '../snapshot/plan-restore.ts';
import { knowsModes } from '../snapshot/prove-tree.ts';

/** A path as a checkpoint holds it. */
export interface SavedFile {
  readonly path: string;
  readonly saved: Leaf | undefined;
}

export interface Look {
  /** A file, a link or a repository is at the path. */
  readonly there: boolean;
  readonly kind: 'same' | 'changed';
}

/** Whether paths on the disk are what a checkpoint holds. */
export async function lookOnDisk(
  engine: GitEngine,
  checkpoint: Checkpoint,
  files: readonly SavedFile[],
): Promise<ReadonlyMap<string, Look>> {
  if (files.length === 0) return new Map();
  const { root } = engine.place;
  const obstacleTo = obstacleFinder(root);
  const submodules = files.filter(({ saved }) => saved?.mode === SUBMODULE).map(({ path }) => path);
  const heads = await Promise.all(submodules.map((path) => engine.worktree.headBelow(path)));
  const judge = {
    engine,
    checkpoint,
    knowsModes: await knowsModes(engine),
    heads: new Map(submodules.map((path, at) => [path, heads[at]])),
  };
  const seen = files.map((file) => {
    const found = obstacleTo(file.path) === undefined ? lstatIfThere(diskPath(root, file.path)) : undefined;
    return { ...file, ...judged(judge, file, found) };
  });
  // Filters and line ends may make git store something else than the bytes on the disk.
  const others = seen.filter(({ kind }) => kind === 'other-bytes').map(({ path }) => path);
  const ids = await engine.worktree.storedIds(others).catch(unknown);
  const stored = new Map(ids.map((oid, at) => [others[at], oid]));
  return new Map(
    seen.map(({ path, saved, there, kind }) => {
      const same = kind === 'same' || (kind === 'other-bytes' && stored.get(path) === saved?.oid);
      return [path, { there, kind: same ? 'same' : 'changed' }];
    }),
  );
}

/** A filter that fails, or a file that just went: then nobody knows it to be the same. */
function unknown(): Oid[] {
  return [];
}

interface Judge {
  readonly engine: GitEngine;
  readonly checkpoint: Checkpoint;
  readonly knowsModes: boolean;
  /** Where submodules stand. One that nobody cloned has not moved. */
  readonly heads: ReadonlyMap<string, Oid | undefined>;
}

type Judgement = { readonly there: boolean; readonly kind: Look['kind'] | 'other-bytes' };

const LARGEST_HASHED = 32 * 1024 * 1024;

function judged(judge: Judge, file: SavedFile, found: Stats | undefined): Judgement {
  const { saved } = file;
  if (found?.isDirectory() && saved?.mode === SUBMODULE) {
    return { there: true, kind: (judge.heads.get(file.path) ?? saved.oid) === saved.oid ? 'same' : 'changed' };
  }
  // Git sees nothing in a pipe or a socket.
  if (!found?.isFile() && !found?.isSymbolicLink())
    return { there: false, kind: saved === undefined ? 'same' : 'changed' };
  const comparable = saved !== undefined && saved.mode !== SUBMODULE;
  return { there: true, kind: comparable ? contentOf(judge, { path: file.path, saved }, found) : 'changed' };
}

function contentOf(
  judge: Judge,
  { path, saved }: { readonly path: string; readonly saved: Leaf },
  found: Stats,
): Judgement['kind'] {
  const { objectFormat, place } = judge.engine;
  if (judge.knowsModes && !isOfMode(found, saved.mode)) return 'changed';
  if (isUntouched(judge, path, found)) return 'same';
  if (found.size > LARGEST_HASHED) return 'changed';
  const isLink = found.isSymbolicLink();
  const bytes = bytesAt(diskPath(place.root, path), isLink);
  if (bytes === undefined) return 'changed';
  if (objectId(objectFormat, 'blob', bytes) === saved.oid) return 'same';
  return isLink ? 'changed' : 'other-bytes';
}

function bytesAt(path: string | Buffer, isLink: boolean): Buffer | undefined {
  try {
    return isLink ? readlinkSync(path, { encoding: 'buffer' }) : readFileSync(path);
  } catch {
    // Gone by now, or not ours to read: then nobody knows it to be the same.
    return undefined;
  }
}

function isOfMode(found: Stats, mode: string): boolean {
  if (found.isSymbolicLink()) return mode === '120000';
  return mode === ((found.mode & 0o100) === 0 ? '100644' : '100755');
}

/** File systems count time in ticks, and may round it down. */
const TICK_MS = 20;

/**
 * Nobody can set a file's time of change back: what was last touched in this working tree before the capture began is as it was
 * then. Where the time of its last writing is known, that one counts: a renamed folder brings its files along untouched.
 */
function isUntouched({ engine, checkpoint: { note } }: Judge, path: string, found: Stats): boolean {
  const written = note.modified_at?.[path];
  if (written !== undefined) return found.mtime.toISOString() === written;
  const isHere = note.context.worktree === engine.place.root;
  return isHere && found.ctimeMs < Date.parse(note.captured_at ?? note.created) - TICK_MS;
}
