import { defined } from '../core/defined.ts';
import type { Note } from '../core/note.ts';

/**
 * One note from two versions of it. The one that was changed more often wins, at a tie the one that was shared first; a mark that
 * somebody set stays set. The order of merging does not matter, because each merge goes through the remote. What is no matter of
 * words (which checkpoint it is, of what session, where and how it was made) stays as it is here.
 */
export function mergeNote(ours: Note, theirs: Note): Note {
  const [winner, other] = revisionOf(ours) > revisionOf(theirs) ? [ours, theirs] : [theirs, ours];
  const merged = withMarks(winner, other);
  return winner === ours || sameFacts(ours, theirs) ? merged : withFacts(merged, ours);
}

/** The note of a checkpoint whose words are ours: theirs can only set marks, and ours is the newest again. */
export function keepWords(ours: Note, theirs: Note): Note {
  const revision = Math.max(revisionOf(ours), revisionOf(theirs) + 1);
  return withMarks({ ...ours, revision }, theirs);
}

/** Whether two versions differ in more than marks and how often they were changed. */
export function sameWords(one: Note, other: Note): boolean {
  const words = (note: Note) =>
    JSON.stringify({ ...withFacts(note, one), revision: 0, kept: false, pending: false }, sortedKeys);
  return words(one) === words(other);
}

function withMarks(winner: Note, other: Note): Note {
  const kept = winner.kept === true || other.kept === true;
  const pending = winner.pending && other.pending;
  if (pending === winner.pending && kept === (winner.kept === true)) return winner;
  return { ...winner, pending, kept, revision: Math.max(revisionOf(winner), revisionOf(other)) + 1 };
}

type Facts = Pick<Note, 'schema' | 'uid' | 'created' | 'trigger' | 'mode' | 'context' | 'session' | 'totals'>;

function factsOf({ schema, uid, created, trigger, mode, context, session, totals }: Note): Facts {
  return defined({ schema, uid, created, trigger, mode, context, session, totals });
}

/** A note with the facts of another one, of which a session may be absent. */
function withFacts({ session: _, ...words }: Note, from: Note): Note {
  return { ...words, ...factsOf(from) };
}

function sameFacts(one: Note, other: Note): boolean {
  return JSON.stringify(factsOf(one), sortedKeys) === JSON.stringify(factsOf(other), sortedKeys);
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function revisionOf(note: Note): number {
  return note.revision ?? 0;
}
