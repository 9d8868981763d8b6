import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkpoint, Identity, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { GitEngine, RefUpdate } from '../git/engine.ts';
import { recordHoldings } from '../local/nested-records.ts';
import { mergeLedgers, renderLedger } from './ledger.ts';
import { readHoldings } from './nested-holdings.ts';
import { LEDGER, refOf } from './refs.ts';
import { releaseNested } from './release-nested.ts';
import { conversationRemoval } from './remove-conversation.ts';
import { type RetainingWriter, retainingWriter } from './retaining-writer.ts';
import { loadWritableState, type StoreState } from './state.ts';
import { trashUpdates } from './trash.ts';
import { writeNotes } from './write-notes.ts';

const MAX_TRIES = 60;

/** Who removes, when, and whether it must be gone at once instead of going to the trash. */
interface Removal {
  readonly author: Identity;
  readonly time: Date;
  readonly purge?: boolean;
  /** Without tombstones: of those that were never shared no fetch brings one back, and by the thousand they would weigh on each save. */
  readonly unburied?: boolean;
}

/**
 * Removes checkpoints: into the trash first; then the tombstone, so that neither the number nor, with the next fetch, the checkpoint can
 * come back; then the ref; then the note. A crash in between leaves a checkpoint that is in the trash, too, a tombstone or an orphan
 * note, all harmless. The conversation stays as long as the trash holds the checkpoint. Each goes by its commit: a number that is another checkpoint's by now stays.
 */
export async function removeCheckpoints(
  engine: GitEngine,
  checkpoints: readonly Numbered[],
  removal: Removal,
): Promise<void> {
  if (checkpoints.length === 0) return;
  const commits = checkpoints.map(({ commit }) => commit);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const there = await engine.resolveRefs(checkpoints.map(({ number }) => refOf(number)));
    // Another writer may come between a ref and its note, which must go all the same.
    const dead = checkpoints.filter(({ commit }, at) => there[at] === commit);
    const state = await loadWritableState(engine);
    const writer = retainingWriter(engine);
    const steps = await stepsTo(engine, writer, { checkpoints, dead, state, removal });
    const holdings = await readHoldings(engine, state, removal.purge ? commits : []);
    const forget = recordHoldings(engine.place, holdings);
    const isDone = (await writer.moveRefs(steps)) === steps.length;
    if (isDone) await releaseNested(engine, holdings);
    forget();
    if (isDone) return;
    await sleep(Math.random() * Math.min(250, 5 * (tries + 1)));
  }
  throw new Failure('fatal', 'other processes kept changing the checkpoints; try again');
}

interface Going {
  readonly checkpoints: readonly Numbered[];
  /** Those that are still there. */
  readonly dead: readonly Numbered[];
  readonly state: StoreState;
  readonly removal: Removal;
}

async function stepsTo(engine: GitEngine, writer: RetainingWriter, going: Going): Promise<RefUpdate[][]> {
  const { checkpoints, dead, state, removal } = going;
  const { author, time, purge } = removal;
  const commits = checkpoints.map(({ commit }) => commit);
  const trash = purge ? [] : await trashUpdates(engine, writer, { checkpoints: dead, state, by: removal });
  return [
    ...(trash.length === 0 ? [] : [trash]),
    ...(dead.length === 0
      ? []
      : [[await buryStep(writer, state, { dead, buried: removal.unburied ? [] : dead })], dead.map(refRemoval)]),
    ...(purge ? await conversationRemoval(engine, commits) : []),
    ...(await forgetStep(writer, state, { commits, author, time })),
  ];
}

type Numbered = Pick<Checkpoint, 'number' | 'commit'>;

function refRemoval({ number, commit }: Numbered): RefUpdate {
  return { ref: refOf(number), old: commit };
}

async function buryStep(
  writer: RetainingWriter,
  state: StoreState,
  { dead, buried }: { readonly dead: readonly Numbered[]; readonly buried: readonly Numbered[] },
): Promise<RefUpdate> {
  const stones = {
    highWater: Math.max(...dead.map(({ number }) => number)),
    dead: new Map(buried.map(({ commit, number }) => [commit, number])),
  };
  const blob = await writer.writeObject('blob', Buffer.from(renderLedger(mergeLedgers(state.ledger.value, stones))));
  return defined({ ref: LEDGER, old: state.ledger.oid, new: blob });
}

async function forgetStep(
  writer: RetainingWriter,
  state: StoreState,
  gone: { readonly commits: readonly Oid[]; readonly author: Identity; readonly time: Date },
): Promise<RefUpdate[][]> {
  if (state.notes === undefined) return [];
  const edits = new Map(gone.commits.map((commit) => [commit, undefined]));
  const { update } = await writeNotes(writer, state, { edits, author: gone.author, time: gone.time });
  return update.new === update.old ? [] : [[update]];
}
