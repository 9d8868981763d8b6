import type { Note } from './note.ts';

/**
 * The files that a session modified, as its checkpoints tell. What the transcript says it edited comes first; without that, what differed
 * from the commit, which may have been somebody else's work.
 */
export function modifiedInSession(notes: readonly Pick<Note, 'session_files' | 'files_modified'>[]): string[] {
  const edited = new Set(notes.flatMap(({ session_files }) => session_files?.edited ?? []));
  return [...(edited.size > 0 ? edited : new Set(notes.flatMap(({ files_modified }) => files_modified)))];
}
