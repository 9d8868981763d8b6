import type { Identity, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { clampTime, renderCommit } from '../git/commit-bytes.ts';
import type { RefUpdate } from '../git/engine.ts';
import { DamagedNotes, editNotes } from '../git/notes.ts';
import { NOTES } from './refs.ts';
import type { RetainingWriter } from './retaining-writer.ts';
import type { StoreState } from './state.ts';

/** A change of notes that is written and waits for its ref to move. */
export interface NotesMove {
  readonly update: RefUpdate;
  readonly commit: Oid;
}

/** Notes to set, or to remove where the blob is undefined. */
export interface NotesChange {
  readonly edits: ReadonlyMap<Oid, Oid | undefined>;
  readonly author: Identity;
  readonly time: Date;
  /** A commit that others have already: git sends only what is new since. */
  readonly after?: Oid;
}

/**
 * Writes the notes tree with these notes set or removed. The notes commit has no parent: nothing needs its history, and a dropped
 * checkpoint's words must not live on in it. Where it is sent, it may follow another one, as long as it takes nothing away.
 */
export async function writeNotes(writer: RetainingWriter, state: StoreState, change: NotesChange): Promise<NotesMove> {
  if (state.brokenNotes !== undefined) throw new DamagedNotes(state.brokenNotes);
  const tree = await editNotes(writer, state.notes?.tree, change.edits);
  const bytes = renderCommit({
    tree,
    parents: change.after === undefined ? [] : [change.after],
    author: change.author,
    time: clampTime(change.time),
    message: 'Notes of checkpoints\n',
  });
  const commit = await writer.writeObject('commit', bytes);
  const old = state.notes?.commit;
  return { commit, update: defined({ ref: NOTES, old, new: commit }) };
}
