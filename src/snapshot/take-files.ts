import type { Capture, CapturedTree, GitEngine } from '../git/engine.ts';
import { Refusal } from '../git/files/refusal.ts';
import { storeAgain } from './store-again.ts';

/** A tree of the files that could be taken. */
export interface TakenFiles {
  readonly captured: CapturedTree;
  /** Files that git cannot store, such as one whose filter fails. */
  readonly left: readonly string[];
}

/** More than so many are no matter of single files. */
const MAX_LEFT = 16;

/**
 * Takes files into the tree. git stops at the first one that it cannot store; that one must not cost all others their
 * checkpoint, so those are found by halves and left out.
 */
export async function takeFiles(engine: GitEngine, capture: Capture, paths: readonly string[]): Promise<TakenFiles> {
  try {
    return { captured: await capture.finish(paths), left: [] };
  } catch (error) {
    // What an engine refuses by name is for the user to decide about.
    if (error instanceof Refusal) throw error;
    const damaged = await engine.damagedLooseObjects();
    if (damaged.length > 0) await storeAgain(engine, damaged, paths);
    const left = await findUnstorable(capture, paths, error);
    const without = new Set(left);
    return { captured: await capture.finish(paths.filter((path) => !without.has(path))), left };
  }
}

/**
 * Which of some paths cannot be taken. Each is tried once more by itself: what failed only for a moment is no matter of the file.
 * Throws the failure itself when they are too many.
 */
async function findUnstorable(capture: Capture, paths: readonly string[], failure: unknown): Promise<string[]> {
  const worked = await capture.finish(paths).then(
    () => true,
    () => false,
  );
  if (worked || paths.length <= 1) return worked ? [] : [...paths];
  const middle = paths.length >> 1;
  const found: string[] = [];
  for (const half of [paths.slice(0, middle), paths.slice(middle)]) {
    found.push(...(await findUnstorable(capture, half, failure)));
    if (found.length > MAX_LEFT) throw failure;
  }
  return found;
}
