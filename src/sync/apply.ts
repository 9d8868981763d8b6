import type { Identity } from '../core/checkpoint.ts';
import type { GitEngine, RefUpdate } from '../git/engine.ts';
import { appendLocalLines } from '../local/local-lines.ts';
import { recordRenumberings } from '../store/aliases.ts';
import { renderLedger } from '../store/ledger.ts';
import { LEDGER, NOTES, refOf } from '../store/refs.ts';
import type { RetainingWriter } from '../store/retaining-writer.ts';
import { writeNewestHint } from '../store/state.ts';
import { writeNotes } from '../store/write-notes.ts';
import { highestNumber } from './checkpoint-refs.ts';
import type { LocalRefs } from './local-refs.ts';
import type { NoteEdits } from './merge-notes.ts';
import type { NumberChange, SyncPlan } from './plan-sync.ts';
import { type PushPlan, refUpdates } from './push-plan.ts';
import type { RemoteRefs } from './remote-refs.ts';
import { type TrackingRefs, trackingRefs } from './tracking-refs.ts';

export interface Application {
  /** Of the remote. */
  readonly name: string;
  readonly remote: RemoteRefs;
  readonly local: LocalRefs;
  readonly plan: SyncPlan;
  readonly notes: NoteEdits;
  /** What was pushed: the tracking refs follow it. */
  readonly sent: PushPlan;
  readonly writer: RetainingWriter;
  readonly by: { readonly author: Identity; readonly time: Date };
}

/**
 * Carries out the local half, in an order in which a crash loses nothing: ledger, notes, new places, old places, tracking. A
 * checkpoint that moves has both numbers for a moment; the next sync takes the old one away. Answers false when another process changed
 * something meanwhile: then all is planned anew.
 */
export async function applyLocally(engine: GitEngine, application: Application): Promise<boolean> {
  const { local, plan, name, writer } = application;
  // Too high a hint leaves a gap, too low a one hides checkpoints: so before.
  writeNewestHint(engine, Math.max(highestNumber(local.checkpoints.keys()), plan.changes.at(-1)?.number ?? 0));
  recordRenumberings(engine, plan.renumbered);
  appendLocalLines(
    engine,
    'imported',
    plan.incoming.map(({ commit }) => `${commit} ${name}`),
  );
  const steps = [
    await ledgerStep(application),
    await notesStep(application),
    updatesFor(plan.changes.filter(({ before }) => before === undefined)),
    updatesFor(plan.changes.filter(({ before }) => before !== undefined)),
    await trackingStep(engine, application),
  ].filter((step) => step.length > 0);
  return (await writer.moveRefs(steps)) === steps.length;
}

async function ledgerStep({ writer, local, plan }: Application): Promise<RefUpdate[]> {
  const { oid, value } = local.state.ledger;
  const text = renderLedger(plan.localLedger);
  if (text === renderLedger(value)) return [];
  const blob = await writer.writeObject('blob', Buffer.from(text));
  return [{ ref: LEDGER, ...(oid === undefined ? {} : { old: oid }), new: blob }];
}

async function notesStep({ writer, local, notes, by }: Application): Promise<RefUpdate[]> {
  if (notes.size === 0) return [];
  const { update } = await writeNotes(writer, local.state, { edits: notes, ...by });
  return [update];
}

function updatesFor(changes: readonly NumberChange[]): RefUpdate[] {
  return changes.map(({ number, before, after }) => ({
    ref: refOf(number),
    ...(before === undefined ? {} : { old: before }),
    ...(after === undefined ? {} : { new: after }),
  }));
}

/** The tracking refs follow what was pushed. */
async function trackingStep(engine: GitEngine, { name, remote, sent }: Application): Promise<RefUpdate[]> {
  const refs = trackingRefs(name);
  const moved = refUpdates(sent);
  // In the usual case they were just fetched, and are what the push said it expected.
  const before = remote.tracked
    ? moved.map(({ old }) => old)
    : await engine.resolveRefs(moved.map(({ ref }) => trackingOf(refs, ref)));
  return moved.flatMap(({ ref, new: wanted }, at) => {
    const old = before[at];
    if (old === wanted) return [];
    return [
      {
        ref: trackingOf(refs, ref),
        ...(old === undefined ? {} : { old }),
        ...(wanted === undefined ? {} : { new: wanted }),
      },
    ];
  });
}

function trackingOf(refs: TrackingRefs, ref: string): string {
  if (ref === NOTES) return refs.notes;
  return ref === LEDGER ? refs.ledger : `${refs.checkpoints}${ref.slice(ref.lastIndexOf('/') + 1)}`;
}
