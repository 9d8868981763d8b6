import type { Checkpoint } from '../core/checkpoint.ts';
import { compareTrees } from '../git/compare-trees.ts';
import type { GitEngine, TreeChange } from '../git/engine.ts';
import type { WorkingFile } from '../resume/working-file.ts';
import { workingFiles } from './working-files.ts';

export interface Contents {
  /** What a checkpoint changed against its own HEAD. */
  readonly changes: readonly TreeChange[];
  /** Those files with what a pack may show of them. */
  readonly files: () => Promise<readonly WorkingFile[]>;
}

/** Reads changes and files. */
export async function readContents(engine: GitEngine, checkpoint: Checkpoint): Promise<Contents> {
  const changes = await changedFiles(engine, checkpoint);
  const files = await workingFiles(engine, checkpoint, changes);
  return { changes, files: async () => files };
}

/** Contents whose changes are known, and whose files are read only when somebody asks. */
export function contentsOf(engine: GitEngine, checkpoint: Checkpoint, changes: readonly TreeChange[]): Contents {
  return { changes, files: () => workingFiles(engine, checkpoint, changes) };
}

/** Few changes are found sooner by reading their folders here, many by a git process of its own. */
const FEW_FILES = 40;

function changedFiles(engine: GitEngine, { base, tree, note }: Checkpoint): Promise<readonly TreeChange[]> {
  if (base === undefined || note.totals.files <= FEW_FILES) {
    return compareTrees(engine, base === undefined ? undefined : `${base}^{tree}`, tree);
  }
  return engine.diffTrees(base, tree, { renames: true, counts: false });
}
