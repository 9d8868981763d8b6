import { setTimeout as sleep } from 'node:timers/promises';
import type { Identity, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine, RefUpdate } from '../git/engine.ts';
import { mergeLedgers, renderLedger } from './ledger.ts';
import { LEDGER, refOf } from './refs.ts';
import { conversationRemoval } from './remove-conversation.ts';
import { type RetainingWriter, retainingWriter } from './retaining-writer.ts';
import { loadWritableState, type StoreState } from './state.ts';
import { writeNotes } from './write-notes.ts';

/** One commit takes the place of another under the same number. */
interface Replacement {
  readonly number: CheckpointNumber;
  readonly old: Oid;
  readonly new: Oid;
  /** The new commit's note. */
  readonly note: Oid;
  readonly by: { readonly author: Identity; readonly time: Date };
}

/**
 * Puts another commit in a checkpoint's place, which must never have been shared. The new note comes first and the tombstone of the old
 * commit after the ref: a crash in between leaves one of the two whole, and never a dead commit in a living place.
 */
export async function replaceCheckpoint(engine: GitEngine, replacement: Replacement): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const [there] = await engine.resolveRefs([refOf(replacement.number)]);
    if (there !== replacement.old) throw new Failure('fatal', `checkpoint ${replacement.number} changed meanwhile`);
    const writer = retainingWriter(engine);
    const steps = await replacingSteps(writer, await loadWritableState(engine), replacement);
    // What is taken out of the files may have been said as well.
    steps.push(...(await conversationRemoval(engine, [replacement.old])));
    const done = await engine.moveRefs(steps);
    if (done > 0) await writer.rewriteLost();
    // From the second step on the new commit is in its place; an old note that stays behind belongs to nothing.
    if (done >= 2) return;
    await sleep(Math.random() * Math.min(250, 5 * (tries + 1)));
  }
  throw new Failure('fatal', 'other processes kept changing the checkpoints; try again');
}

async function replacingSteps(writer: RetainingWriter, state: StoreState, one: Replacement): Promise<RefUpdate[][]> {
  const added = await writeNotes(writer, state, { edits: new Map([[one.new, one.note]]), ...one.by });
  const edits = new Map<Oid, Oid | undefined>([
    [one.new, one.note],
    [one.old, undefined],
  ]);
  const final = await writeNotes(writer, state, { edits, ...one.by });
  const stone = { highWater: one.number, dead: new Map([[one.old, Number(one.number)]]) };
  const ledger = renderLedger(mergeLedgers(state.ledger.value, stone));
  const blob = await writer.writeObject('blob', Buffer.from(ledger));
  const old = state.ledger.oid;
  return [
    [added.update],
    [{ ref: refOf(one.number), old: one.old, new: one.new }],
    [defined({ ref: LEDGER, old, new: blob })],
    [{ ...final.update, old: added.commit }],
  ];
}
