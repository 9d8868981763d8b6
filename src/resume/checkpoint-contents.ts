import type { Checkpoint } from '../core/checkpoint.ts';
import type { TreeChange } from '../core/tree-change.ts';
import { compareTrees, findRenames } from '../git/compare-trees.ts';
import type { GitEngine } from '../git/engine.ts';
import type { ReadSection } from './pack/read-section.ts';
import type { WorkingFile } from './pack/working-file.ts';
import { readSections } from './read-sections.ts';
import { workingFiles } from './working-files.ts';

export interface Contents {
  /** What a checkpoint changed against its own HEAD. */
  readonly changes: readonly TreeChange[];
  /** Those files with what a pack may show of them. */
  readonly files: readonly WorkingFile[];
  /** What the session read beside them. */
  readonly read: readonly ReadSection[];
}

/** Reads changes and files. */
export async function readContents(engine: GitEngine, checkpoint: Checkpoint): Promise<Contents> {
  const changes = await changedFiles(engine, checkpoint);
  const changed = new Set(changes.flatMap(({ path, from = path }) => [path, from]));
  const [files, read] = await Promise.all([
    workingFiles(engine, checkpoint, changes),
    readSections(engine, checkpoint, changed),
  ]);
  return { changes, files, read };
}

/** Few changes are found sooner by reading their folders here, many by a git process of its own. */
const FEW_FILES = 40;

async function changedFiles(engine: GitEngine, { base, tree, note }: Checkpoint): Promise<readonly TreeChange[]> {
  if (base === undefined || note.totals.files <= FEW_FILES) {
    return findRenames(await compareTrees(engine, base === undefined ? undefined : `${base}^{tree}`, tree));
  }
  return engine.diffTrees(base, tree, { renames: true, counts: false });
}
