import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkpoint, Identity } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { Note } from '../core/note.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine } from '../git/engine.ts';
import { loadCheckpoint } from './load.ts';
import { renderNote } from './note-text.ts';
import { retainingWriter } from './retaining-writer.ts';
import { readState } from './state.ts';
import { writeNotes } from './write-notes.ts';

/** Changes a checkpoint's note by compare-and-swap: the change is made again on what another writer left. */
export async function updateNote(
  engine: GitEngine,
  number: CheckpointNumber,
  change: {
    readonly edit: (note: Note) => Note;
    readonly author: Identity;
    readonly time: Date;
    /** What a damaged checkpoint's message still holds; it takes the place of the note that cannot be read. */
    readonly rescued?: Checkpoint;
  },
): Promise<Checkpoint> {
  for (let tries = 0; tries < 60; tries += 1) {
    // The state is read before the note: if the note moves in between, the swap fails.
    const state = await readState(engine);
    const checkpoint = change.rescued ?? (await loadCheckpoint(engine, number));
    const edited = change.edit(checkpoint.note);
    if (renderNote(edited) === renderNote(checkpoint.note) && checkpoint.noteFrom === 'note') return checkpoint;
    const note = { ...edited, revision: (checkpoint.note.revision ?? 0) + 1 };
    const writer = retainingWriter(engine);
    const blob = await writer.writeObject('blob', Buffer.from(renderNote(note)));
    const { update } = await writeNotes(writer, state, { ...change, edits: new Map([[checkpoint.commit, blob]]) });
    const stands = update.new === update.old;
    if (stands) await writer.rewriteLost();
    if (stands || (await writer.moveRefs([[update]])) === 1) {
      return { ...checkpoint, note, noteFrom: 'note' };
    }
    await sleep(Math.random() * Math.min(250, 5 * (tries + 1)));
  }
  throw new Failure('fatal', 'other processes kept changing the notes; try again');
}
