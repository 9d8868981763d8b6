import { setTimeout as sleep } from 'node:timers/promises';
import type { Identity, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine } from '../git/engine.ts';
import { DamagedNotes } from '../git/notes.ts';
import { headAmong } from './index-commit.ts';
import { noteFromMessage } from './message.ts';
import { renderNote } from './note-text.ts';
import { CHECKPOINTS, NOTES, numberOf } from './refs.ts';
import { retainingWriter } from './retaining-writer.ts';
import type { StoreState } from './state.ts';
import { writeNotes } from './write-notes.ts';

/** What a gc took from the notes, the process that wrote it writes again within moments. */
const MAX_LOOKS = 20;
const LOOK_EVERY_MS = 50;

/** Runs work on the notes; when their tree stays damaged, rebuilds them first and runs the work again. */
export async function withRepairedNotes<T>(
  engine: GitEngine,
  by: { readonly author: Identity; readonly time: Date; readonly state?: StoreState },
  work: (state: StoreState | undefined) => Promise<T>,
): Promise<T> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    try {
      return await work(looks === 0 ? by.state : undefined);
    } catch (error) {
      if (!(error instanceof DamagedNotes)) throw error;
      await sleep(LOOK_EVERY_MS);
    }
  }
  await rebuildNotes(engine, by);
  return work(undefined);
}

/** Writes the notes anew from the commit messages, which carry what must survive. Answers how many. */
export async function rebuildNotes(
  engine: GitEngine,
  by: { readonly author: Identity; readonly time: Date },
): Promise<number> {
  const refs = (await engine.listRefs(CHECKPOINTS)).filter(({ ref }) => numberOf(ref) !== undefined);
  const commits = await engine.readObjects(refs.map(({ oid }) => oid));
  const writer = retainingWriter(engine);
  const edits = new Map<Oid, Oid>();
  for (const object of commits) {
    const facts = object === undefined ? undefined : parseCommit(object.bytes);
    if (object === undefined || facts === undefined) continue;
    const created = new Date(facts.time * 1000).toISOString();
    const note = noteFromMessage(facts.message, { created, commit: await headAmong(engine, facts.parents) });
    if (note !== undefined) edits.set(object.oid, await writer.writeObject('blob', Buffer.from(renderNote(note))));
  }
  const [old] = await engine.resolveRefs([NOTES]);
  const { commit } = await writeNotes(
    writer,
    { ledger: { value: { highWater: 0, dead: new Map() } } },
    { edits, ...by },
  );
  const done = await writer.moveRefs([[defined({ ref: NOTES, old, new: commit })]]);
  // Another writer was first: its notes stand, and the work that needs them starts from there.
  return done === 0 ? 0 : edits.size;
}
