import { defined } from '../core/defined.ts';
import { isPlaceMark, type MachineIdentity, placeMark } from '../core/machine-identity.ts';
import type { Note } from '../core/note.ts';
import { hidePlacesIn } from '../core/note-words.ts';

/**
 * The form in which a note leaves: paths relative, nothing that names this machine or its user, no transcript. The same form then
 * replaces the one here, so that both sides hold the same bytes and can be compared by id.
 */
export function sharedForm(note: Note, places: MachineIdentity): Note {
  const here = {
    ...places,
    roots: [note.context.worktree, ...places.roots].filter((root) => root !== '' && !isPlaceMark(root)),
  };
  const hidden = hidePlacesIn(note, here);
  const { session, ...rest } = hidden;
  const { worktree } = note.context;
  const known = worktree === '' || isPlaceMark(worktree);
  return defined({
    ...rest,
    context: { ...hidden.context, worktree: known ? worktree : placeMark(worktree, places.host) },
    session: session === undefined ? undefined : withoutTranscript(session),
  });
}

function withoutTranscript(session: NonNullable<Note['session']>): NonNullable<Note['session']> {
  const { transcript: _, ...rest } = session;
  return rest;
}
