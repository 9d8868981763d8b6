import type { RepositoryPaths } from '../core/repository-paths.ts';
import { readReflog } from '../git/files/reflog.ts';
import type { DriftFacts } from './pack/drift.ts';

/** What somebody did to HEAD and to the stash since a moment, by git's own logs. */
export function headMoves(place: RepositoryPaths, since: Date): Pick<DriftFacts, 'reset' | 'rebased' | 'stashes'> {
  // The logs count in whole seconds.
  const isLater = ({ time }: { readonly time: Date }) => time.getTime() >= Math.floor(since.getTime() / 1000) * 1000;
  const stashes = readReflog(place, 'refs/stash').filter(isLater);
  const moves = readReflog(place, 'HEAD').filter(isLater);
  // A stash resets the working tree, and the log of HEAD tells that as a reset.
  const isOfStash = (time: Date) => stashes.some((stash) => Math.abs(stash.time.getTime() - time.getTime()) <= 1000);
  return {
    stashes: stashes.map(({ message }) => message),
    reset: moves.some(({ time, message }) => message.startsWith('reset: ') && !isOfStash(time)),
    rebased: moves.some(({ message }) => message.startsWith('rebase')),
  };
}
