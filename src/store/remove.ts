import { setTimeout as sleep } from 'node:timers/promises';
import type { Identity, Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine, RefUpdate } from '../git/engine.ts';
import { mergeLedgers, renderLedger } from './ledger.ts';
import { LEDGER, refOf } from './refs.ts';
import { type Remembered, remembering } from './remembered.ts';
import { readState, type StoreState } from './state.ts';
import { writeNotes } from './write-notes.ts';

const MOST_TRIES = 60;

/**
 * Drops checkpoints for good: tombstone first, so that neither the number nor, with the next fetch, the checkpoint can come back;
 * then the ref; then the note. A crash in between leaves a tombstone or an orphan note, both harmless.
 */
export async function removeCheckpoints(
  engine: GitEngine,
  numbers: readonly CheckpointNumber[],
  by: { readonly author: Identity; readonly time: Date },
): Promise<void> {
  // Another writer may come between a ref and its note, which must go all the same.
  const gone = new Set<Oid>();
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const commits = await engine.resolveRefs(numbers.map(refOf));
    const dead = numbers.flatMap((number, at) => (commits[at] === undefined ? [] : [{ number, commit: commits[at] }]));
    for (const { commit } of dead) gone.add(commit);
    if (gone.size === 0) return;
    const state = await readState(engine);
    const writer = remembering(engine);
    const steps = [
      ...(dead.length === 0 ? [] : [[await buryStep(writer, state, dead)], dead.map(removal)]),
      ...(await forgetStep(writer, state, { commits: [...gone], ...by })),
    ];
    await engine.settleObjects();
    const done = await writer.moveRefs(steps);
    if (done === steps.length) return;
    await sleep(Math.random() * Math.min(250, 5 * (tries + 1)));
  }
  throw new Failure('fatal', 'other processes kept changing the checkpoints; try again');
}

interface Dead {
  readonly number: CheckpointNumber;
  readonly commit: Oid;
}

function removal({ number, commit }: Dead): RefUpdate {
  return { ref: refOf(number), old: commit };
}

async function buryStep(writer: Remembered, state: StoreState, dead: readonly Dead[]): Promise<RefUpdate> {
  const stones = {
    highWater: Math.max(...dead.map(({ number }) => number)),
    dead: new Map(dead.map(({ commit, number }) => [commit, number])),
  };
  const blob = await writer.writeObject('blob', Buffer.from(renderLedger(mergeLedgers(state.ledger.value, stones))));
  return { ref: LEDGER, ...(state.ledger.oid === undefined ? {} : { old: state.ledger.oid }), new: blob };
}

async function forgetStep(
  writer: Remembered,
  state: StoreState,
  gone: { readonly commits: readonly Oid[]; readonly author: Identity; readonly time: Date },
): Promise<RefUpdate[][]> {
  if (state.notes === undefined) return [];
  const edits = new Map(gone.commits.map((commit) => [commit, undefined]));
  const { update } = await writeNotes(writer, state, { edits, author: gone.author, time: gone.time });
  return update.new === update.old ? [] : [[update]];
}
