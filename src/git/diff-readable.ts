import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { TreeChange } from '../core/tree-change.ts';
import type { DiffOptions, GitEngine } from './engine.ts';

/** What differs between two trees, with line counts where all contents can be read: which files differ is known without them. */
export async function diffReadable(
  engine: GitEngine,
  { from, to }: { readonly from: Oid; readonly to: Oid },
  options: Omit<DiffOptions, 'counts'>,
): Promise<readonly TreeChange[]> {
  try {
    return await engine.diffTrees(from, to, { ...options, counts: true });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return engine.diffTrees(from, to, { ...options, counts: false });
  }
}
