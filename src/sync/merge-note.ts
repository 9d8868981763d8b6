import type { Note } from '../core/note.ts';

/**
 * One note from two versions of it. The one that was changed more often wins, at a tie the one that was shared first; a mark that
 * somebody set stays set. The order of merging does not matter, because each merge goes through the remote.
 */
export function mergeNote(ours: Note, theirs: Note): Note {
  const [winner, other] = revisionOf(ours) > revisionOf(theirs) ? [ours, theirs] : [theirs, ours];
  const kept = winner.kept === true || other.kept === true;
  const pending = winner.pending && other.pending;
  if (pending === winner.pending && kept === (winner.kept === true)) return winner;
  return { ...winner, pending, kept, revision: Math.max(revisionOf(ours), revisionOf(theirs)) + 1 };
}

function revisionOf(note: Note): number {
  return note.revision ?? 0;
}
