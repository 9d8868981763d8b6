import { setTimeout as sleep } from 'node:timers/promises';
import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { GitEngine } from '../git/engine.ts';
import { findNotes } from '../git/notes.ts';
import type { RetainingWriter } from './retaining-writer.ts';
import { readState } from './state.ts';
import { type NotesChange, writeNotes } from './write-notes.ts';

const MAX_TRIES = 60;

/**
 * Looks that a checkpoint has its note, and sets it again when another process replaced the notes between note and ref, as a repair
 * or another tool may.
 */
export async function confirmNote(
  engine: GitEngine,
  writer: RetainingWriter,
  saved: { readonly commit: Oid } & NotesChange,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const state = await readState(engine);
    if (state.brokenNotes === undefined) {
      const notes = await findNotes(engine, state.notes?.tree, [saved.commit]);
      if (notes.get(saved.commit) === saved.edits.get(saved.commit)) return;
    }
    const { update } = await writeNotes(writer, state, saved);
    await writer.moveRefs([[update]]);
    await sleep(Math.random() * Math.min(250, 5 * (tries + 1)));
  }
  throw new Failure('fatal', 'other processes kept changing the notes; the checkpoint is saved, its note is not', {
    hint: 'Run `git checkpoint doctor --repair`.',
  });
}
