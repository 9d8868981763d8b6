import type { TreeChange } from '../core/tree-change.ts';
import type { GitEngine } from '../git/engine.ts';
import { type EndedRestore, endRestore } from './end-restore.ts';
import type { RestoredNested, RestoreJournal } from './journal.ts';

/** Brings a restore that was cut off to one of its two ends, in all repositories that it is about. */
export async function endAll(engine: GitEngine, journal: RestoreJournal, end: 'new' | 'old'): Promise<EndedRestore> {
  const ends = [await endRestore(engine, journal, end)];
  for (const nested of journal.nested ?? []) ends.push(await endNested(engine, nested, end));
  return {
    written: ends.reduce((sum, { written }) => sum + written, 0),
    deleted: ends.reduce((sum, { deleted }) => sum + deleted, 0),
    edited: ends.flatMap(({ edited }) => edited),
    differences: ends.flatMap(({ differences }) => differences),
  };
}

async function endNested(engine: GitEngine, restored: RestoredNested, end: 'new' | 'old'): Promise<EndedRestore> {
  const { path, index } = restored;
  const nested = await engine.openNested(path);
  // Somebody took the repository away, or made it one that may not be entered.
  if (typeof nested === 'string') return { written: 0, deleted: 0, edited: [path], differences: [] };
  try {
    const ended = await endRestore(nested, restored, end);
    if (index !== undefined) await nested.worktree.writeIndex(end === 'new' ? index.to : index.from);
    const edited = ended.edited.map((one) => `${path}/${one}`);
    return { ...ended, edited, differences: placeChanges(ended.differences, path) };
  } finally {
    await nested.close();
  }
}

/** Differences in a nested repository, by paths from the top of the one around. */
export function placeChanges(changes: readonly TreeChange[], path: string): TreeChange[] {
  return changes.map((change) => ({
    ...change,
    path: `${path}/${change.path}`,
    ...(change.from === undefined ? {} : { from: `${path}/${change.from}` }),
  }));
}
