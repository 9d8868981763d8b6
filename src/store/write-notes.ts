import type { Identity, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { clampTime, renderCommit } from '../git/commit-bytes.ts';
import type { RefUpdate } from '../git/engine.ts';
import { DamagedNotes, editNotes } from '../git/notes.ts';
import { NOTES } from './refs.ts';
import type { RetainingWriter } from './retaining-writer.ts';
import type { StoreState } from './state.ts';

/** A change of notes that is written and waits for its ref to move. */
interface NotesMove {
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
  /** Adds the user's signature to the commit. */
  readonly sign?: ((commit: Uint8Array) => Promise<Uint8Array>) | undefined;
}

/**
 * Writes the notes tree with these notes set or removed. The notes commit has no parent: nothing needs its history, and a dropped
 * checkpoint's words must not live on in it. Where it is sent, it may follow another one, as long as it takes nothing away.
 */
export async function writeNotes(writer: RetainingWriter, state: StoreState, change: NotesChange): Promise<NotesMove> {
  if (state.brokenNotes !== undefined) throw new DamagedNotes(state.brokenNotes);
  const tree = await editNotes(writer, state.notes?.tree, change.edits);
  const commit = await writeNotesCommit(writer, { ...change, tree });
  const old = state.notes?.commit;
  return { commit, update: defined({ ref: NOTES, old, new: commit }) };
}

/** What tells a commit of the notes from one of the user's. */
export const NOTES_MESSAGE = 'Notes of checkpoints\n';

/** Writes the commit of a notes tree. */
export async function writeNotesCommit(
  writer: Pick<RetainingWriter, 'writeObject'>,
  { tree, author, time, after, sign }: Omit<NotesChange, 'edits'> & { readonly tree: Oid },
): Promise<Oid> {
  const parents = after === undefined ? [] : [after];
  const facts = { tree, parents, author, time: clampTime(time), message: NOTES_MESSAGE };
  const bytes = renderCommit(facts);
  return writer.writeObject('commit', sign === undefined ? bytes : await sign(bytes));
}
