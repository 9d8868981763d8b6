import { setTimeout as sleep } from 'node:timers/promises';
import type { Identity, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import { clampTime, parseCommit, renderCommit } from '../git/commit-bytes.ts';
import type { GitEngine, RefUpdate } from '../git/engine.ts';
import { parseLedger, renderLedger } from './ledger.ts';
import { conversationRefOf, LEDGER, refOf, TRACKING } from './refs.ts';
import { type RetainingWriter, retainingWriter } from './retaining-writer.ts';
import { loadWritableState, rememberNewest } from './state.ts';
import type { TrashedCheckpoint } from './trash.ts';
import { writeNotes } from './write-notes.ts';

const MAX_TRIES = 60;

/**
 * Brings a checkpoint back from the trash under its number: its tombstone goes first, then come note and ref, and last the trash lets
 * go of it. A crash in between leaves it in the trash. Answers the commit: another one than before when a remote has the tombstone, for
 * by the old commit the next fetch would drop it again.
 */
export async function bringBack(
  engine: GitEngine,
  trashed: TrashedCheckpoint,
  by: { readonly author: Identity; readonly time: Date },
): Promise<Oid> {
  const { number } = trashed;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const [there] = await engine.resolveRefs([refOf(number)]);
    if (there !== undefined) throw numberTaken(trashed);
    const writer = retainingWriter(engine);
    const commit = (await isBuriedElsewhere(engine, trashed.commit))
      ? await writeAgain(writer, trashed.commit, by.time)
      : trashed.commit;
    const steps = await stepsBack(engine, writer, { trashed, commit, by });
    rememberNewest(engine, number);
    const done = await writer.moveRefs(steps);
    // The last step only tidies up.
    if (done >= steps.length - 1) return commit;
    await sleep(Math.random() * Math.min(250, 5 * (tries + 1)));
  }
  throw new Failure('fatal', 'other processes kept changing the checkpoints; try again');
}

async function stepsBack(
  engine: GitEngine,
  writer: RetainingWriter,
  back: {
    readonly trashed: TrashedCheckpoint;
    readonly commit: Oid;
    readonly by: { readonly author: Identity; readonly time: Date };
  },
): Promise<RefUpdate[][]> {
  const { trashed, commit, by } = back;
  const state = await loadWritableState(engine);
  const steps: RefUpdate[][] = [];
  if (commit === trashed.commit && state.ledger.value.dead.has(commit)) {
    const dead = new Map([...state.ledger.value.dead].filter(([oid]) => oid !== commit));
    const blob = await writer.writeObject('blob', Buffer.from(renderLedger({ ...state.ledger.value, dead })));
    steps.push([defined({ ref: LEDGER, old: state.ledger.oid, new: blob })]);
  }
  if (trashed.noteBlob !== undefined) {
    const { update } = await writeNotes(writer, state, { edits: new Map([[commit, trashed.noteBlob]]), ...by });
    if (update.old !== update.new) steps.push([update]);
  }
  const [said] = await engine.resolveRefs([conversationRefOf(trashed.commit)]);
  const moves = said !== undefined && commit !== trashed.commit;
  if (moves) steps.push([{ ref: conversationRefOf(commit), new: said }]);
  return [
    ...steps,
    [{ ref: refOf(trashed.number), new: commit }],
    [
      { ref: trashed.ref, old: trashed.holder },
      ...(moves ? [{ ref: conversationRefOf(trashed.commit), old: said }] : []),
    ],
  ];
}

/** Whether a remote was told of the drop, or told of it. */
async function isBuriedElsewhere(engine: GitEngine, commit: Oid): Promise<boolean> {
  const refs = (await engine.listRefs(TRACKING)).filter(({ ref }) => ref.endsWith('/ledger'));
  const ledgers = await engine.readObjects(refs.map(({ oid }) => oid));
  return ledgers.some((ledger) => ledger?.type === 'blob' && parseLedger(ledger.bytes).dead.has(commit));
}

/** The same commit at another time, and so under another id. */
async function writeAgain(writer: RetainingWriter, commit: Oid, now: Date): Promise<Oid> {
  const [object] = await writer.readObjects([commit]);
  const facts = object === undefined ? undefined : parseCommit(object.bytes);
  if (facts === undefined) throw new Failure('fatal', `commit ${commit} in the trash cannot be read`);
  const time = Math.max(clampTime(now), facts.time + 1);
  return writer.writeObject('commit', renderCommit({ ...facts, time }));
}

function numberTaken({ number, commit }: TrashedCheckpoint): Failure {
  return new Failure('no', `number ${number} belongs to another checkpoint now`, {
    hint: `The one in the trash is commit ${commit}: \`git show ${commit}\`, \`git restore --source=${commit} -- PATH\`.`,
  });
}
