import type { Identity, Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine } from '../git/engine.ts';
import { DamagedNotes } from '../git/notes.ts';
import { noteFromMessage } from './message.ts';
import { renderNote } from './note-text.ts';
import { CHECKPOINTS, NOTES, numberOf } from './refs.ts';
import type { StoreState } from './state.ts';
import { writeNotes } from './write-notes.ts';

/** Runs work on the notes; when their tree is damaged, rebuilds them first and runs the work again. */
export async function withRepairedNotes<T>(
  engine: GitEngine,
  by: { readonly author: Identity; readonly time: Date; readonly state?: StoreState },
  work: (state: StoreState | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await work(by.state);
  } catch (error) {
    if (!(error instanceof DamagedNotes)) throw error;
    await rebuildNotes(engine, by);
    return work(undefined);
  }
}

/** Writes the notes anew from the commit messages, which carry what must survive. Answers how many. */
export async function rebuildNotes(
  engine: GitEngine,
  by: { readonly author: Identity; readonly time: Date },
): Promise<number> {
  const refs = (await engine.listRefs(CHECKPOINTS)).filter(({ ref }) => numberOf(ref) !== undefined);
  const commits = await engine.readObjects(refs.map(({ oid }) => oid));
  const edits = new Map<Oid, Oid>();
  for (const object of commits) {
    const facts = object === undefined ? undefined : parseCommit(object.bytes);
    if (object === undefined || facts === undefined) continue;
    const created = new Date(facts.time * 1000).toISOString();
    const note = noteFromMessage(facts.message, { created, commit: facts.parents[0] ?? '' });
    if (note !== undefined) edits.set(object.oid, await engine.writeObject('blob', Buffer.from(renderNote(note))));
  }
  const [old] = await engine.resolveRefs([NOTES]);
  const { commit } = await writeNotes(
    engine,
    { ledger: { value: { highWater: 0, dead: new Map() } } },
    { edits, ...by },
  );
  const done = await engine.moveRefs([[{ ref: NOTES, ...(old === undefined ? {} : { old }), new: commit }]]);
  if (done === 0)
    throw new Failure('fatal', 'another process changed the notes while they were being rebuilt', {
      hint: 'Try again.',
    });
  return edits.size;
}
