import type { GitStatusLists } from '../core/note.ts';
import type { StatusEntry, WorktreeStatus } from '../git/engine.ts';

/** The status in the lists that a note keeps, each cut to `most` paths. */
export function gitStatusLists(status: WorktreeStatus, most: number): GitStatusLists {
  const paths = (keep: (entry: StatusEntry) => boolean) =>
    status.entries
      .filter(keep)
      .map(({ path }) => path)
      .slice(0, most);
  return {
    staged: paths((entry) => entry.kind === 'tracked' && entry.staged !== '.'),
    modified: paths((entry) => entry.kind === 'tracked' && 'MT'.includes(entry.unstaged)),
    untracked: paths((entry) => entry.kind === 'untracked'),
    deleted: paths((entry) => entry.kind === 'tracked' && (entry.staged === 'D' || entry.unstaged === 'D')),
    conflicted: paths((entry) => entry.kind === 'conflicted'),
  };
}
