import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine } from '../git/engine.ts';
import { findNotes } from '../git/notes.ts';
import { NOTE_TRASH } from './refs.ts';
import { readState } from './state.ts';

/** Keeps the note that a commit has now from gc, as long as the trash keeps things; undefined when it has none. */
export async function holdNote(engine: GitEngine, commit: Oid, now: Date): Promise<Oid | undefined> {
  const { notes } = await readState(engine);
  const blob = (await findNotes(engine, notes?.tree, [commit])).get(commit);
  if (blob !== undefined) {
    const seconds = Math.floor(now.getTime() / 1000);
    // Lost only against another process that holds the same note.
    await engine.moveRefs([[{ ref: `${NOTE_TRASH}${seconds}-${blob}`, new: blob }]]);
  }
  return blob;
}

/** Lets go of notes that were held before this time. */
export async function expireNotes(engine: GitEngine, oldest: number): Promise<void> {
  for (const { ref, oid } of await engine.listRefs(NOTE_TRASH)) {
    const seconds = /\/(\d{1,12})-[0-9a-f]+$/.exec(ref)?.[1];
    if (seconds !== undefined && Number(seconds) * 1000 < oldest) await engine.moveRefs([[{ ref, old: oid }]]);
  }
}
