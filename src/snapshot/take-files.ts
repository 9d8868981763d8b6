import { describeError, Failure } from '../core/failure.ts';
import { diskPath, lstatIfThere } from '../git/disk-path.ts';
import type { Capture, CapturedTree, GitEngine } from '../git/engine.ts';
import { Refusal } from '../git/files/refusal.ts';
import { storeAgain } from './store-again.ts';

/** A tree of the files that could be taken. */
interface TakenFiles {
  readonly captured: CapturedTree;
  /** Files that git cannot store, such as one whose filter fails. */
  readonly left: readonly string[];
}

interface Source {
  readonly engine: GitEngine;
  readonly capture: Capture;
  /** Whether files are left out, too, for which the object store is to blame. */
  readonly leaveOut: boolean;
}

/** More than so many are no matter of single files. */
const MAX_LEFT = 16;

/**
 * Takes files into the tree. git stops at the first one that it cannot store; that one must not cost all others their
 * checkpoint, so those are found by halves and left out.
 */
export async function takeFiles(source: Source, paths: readonly string[]): Promise<TakenFiles> {
  const { engine, capture } = source;
  try {
    return { captured: await capture.finish(paths), left: [] };
  } catch (error) {
    // What an engine refuses by name is for the user to decide about.
    if (error instanceof Refusal) throw error;
    const damaged = await engine.damagedLooseObjects();
    if (damaged.length > 0) await storeAgain(engine, damaged, paths);
    const left = await findUnstorable(source, paths, error);
    const without = new Set(left);
    const rest = paths.filter((path) => !without.has(path));
    return { captured: await finishCounted(capture, rest), left };
  }
}

/** With line counts where what HEAD has can be read: to save a file, nobody needs what it was before. */
async function finishCounted(capture: Capture, paths: readonly string[]): Promise<CapturedTree> {
  try {
    return await capture.finish(paths);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return capture.finish(paths, { counts: false });
  }
}

/**
 * Which of some paths cannot be taken. Each is tried once more by itself: what failed only for a moment is no matter of the file.
 * Throws the failure itself when they are too many, or when the object store is to blame and nothing is to be left out.
 */
async function findUnstorable(source: Source, paths: readonly string[], failure: unknown): Promise<string[]> {
  const failed = await source.capture.finish(paths, { counts: false }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failed === undefined) return [];
  const [path] = paths;
  if (path === undefined) throw failed;
  if (paths.length === 1) {
    if (!source.leaveOut && (await storeIsToBlame(source.engine, path, failed)))
      throw cannotStore(source.engine, path, failed);
    return [path];
  }
  const middle = paths.length >> 1;
  const found: string[] = [];
  for (const half of [paths.slice(0, middle), paths.slice(middle)]) {
    found.push(...(await findUnstorable(source, half, failure)));
    if (found.length > MAX_LEFT) throw failure;
  }
  return found;
}

/** What git, and this program, say of a store that cannot be written to. */
const STORE_FAILED =
  /unable to (?:create temporary|write|close|set permission)|insufficient permission for adding|file write error|cannot write an object|unable to create|no space left|read-only file system|permission denied|quota exceeded|input\/output error/i;

/** Whether nothing is wrong with a file itself: git can read it, and it was the object that could not be written. */
async function storeIsToBlame({ place, worktree }: GitEngine, path: string, failure: unknown): Promise<boolean> {
  if (!STORE_FAILED.test(describeError(failure))) return false;
  if (!lstatIfThere(diskPath(place.root, path))?.isFile()) return true;
  return worktree.storedIds([path]).then(
    () => true,
    () => false,
  );
}

function cannotStore({ place }: GitEngine, path: string, cause: unknown): Failure {
  const [reason] = describeError(cause).split('\n');
  const objects = `${place.commonDir}/objects`;
  return new Failure('fatal', `cannot store ${path}: ${reason}`, {
    hint: `Is the disk full, is the repository read-only, or does a folder in ${objects} belong to another user?`,
    cause,
  });
}
