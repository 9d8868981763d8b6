import { SUBMODULE } from '../core/tree-change.ts';
import type { GitEngine } from '../git/engine.ts';
import type { NestedSnapshot } from './capture-nested.ts';
import type { ChooseLimits } from './choose-files.ts';
import { type FilesSnapshot, takeFilesSnapshot } from './snapshot-of-files.ts';

/** The working tree as a tree object, what was left out of it, and the repositories in it. */
export interface Snapshot extends FilesSnapshot {
  /** Repositories inside of the working tree, and those in them. */
  readonly nested: readonly NestedSnapshot[];
}

/** Reads the working tree, and the repositories inside of it, into their object stores. HEAD, index and files stay as they are. */
export async function takeSnapshot(
  engine: GitEngine,
  settings: ChooseLimits | Promise<ChooseLimits>,
): Promise<Snapshot> {
  const files = await takeFilesSnapshot(engine, settings);
  const limits = await settings;
  if (limits.nested === undefined || (!mayHoldRepositories(files) && limits.alsoInside === undefined))
    return { ...files, nested: [] };
  // Loaded only here: most working trees hold none.
  const { captureNested } = await import('./capture-nested.ts');
  const { nested, skipped } = await captureNested(engine, files, limits);
  return {
    ...files,
    nested,
    skipped: [...files.skipped, ...skipped],
    bytes: nested.reduce((sum, { snapshot }) => sum + snapshot.bytes, files.bytes),
  };
}

function mayHoldRepositories({ status, changes }: FilesSnapshot): boolean {
  const isNamed = status.entries.some(({ kind, dirtySubmodule }) => kind === 'nested-repository' || dirtySubmodule);
  return isNamed || changes.some(({ newMode }) => newMode === SUBMODULE);
}
