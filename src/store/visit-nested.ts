import type { GitEngine } from '../git/engine.ts';
import { rootsOf } from './known-worktrees.ts';

/** Opens the repositories at these paths, in each worktree that has one, and closes them again. Those that may not be entered are passed over. */
export async function visitNested(
  engine: GitEngine,
  paths: ReadonlySet<string>,
  visit: (nested: GitEngine, path: string) => Promise<void>,
): Promise<void> {
  for (const root of paths.size === 0 ? [] : new Set(rootsOf(engine.place))) {
    for (const path of paths) {
      const nested = await engine.openNested(path, root);
      if (typeof nested === 'string') continue;
      try {
        await visit(nested, path);
      } finally {
        await nested.close();
      }
    }
  }
}
