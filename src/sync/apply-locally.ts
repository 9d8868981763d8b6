import type { Identity } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { GitEngine, RefUpdate } from '../git/engine.ts';
import { appendLocalLines } from '../local/local-lines.ts';
import { recordRenumberings } from '../store/aliases.ts';
import { moveForeignNotes } from '../store/foreign-notes.ts';
import { renderLedger } from '../store/ledger.ts';
import { LEDGER, refOf } from '../store/refs.ts';
import type { RetainingWriter } from '../store/retaining-writer.ts';
import { rememberNewest } from '../store/state.ts';
import { trashUpdates } from '../store/trash.ts';
import { writeNotes } from '../store/write-notes.ts';
import { highestNumber } from './checkpoint-refs.ts';
import type { LocalRefs } from './local-refs.ts';
import type { MergedNotes } from './merge-notes.ts';
import type { NumberChange, SyncPlan } from './plan-sync.ts';
import { type PushPlan, refUpdates } from './push-plan.ts';
import type { RemoteRefs } from './remote-refs.ts';
import { trackingRefOf } from './tracking-refs.ts';

/** What a sync changes in this clone. */
interface LocalChanges {
  /** Of the remote. */
  readonly name: string;
  readonly remote: RemoteRefs;
  readonly local: LocalRefs;
  readonly plan: SyncPlan;
  readonly notes: MergedNotes;
  readonly pushed: PushPlan;
  readonly writer: RetainingWriter;
  readonly by: { readonly author: Identity; readonly time: Date };
}

/**
 * Moves the refs here, in an order in which a crash loses nothing: trash, ledger, notes, new numbers, old numbers, remote-tracking refs. A
 * checkpoint that is renumbered has both numbers for a moment; after a crash the next sync removes the old one. Answers false when
 * another process moved one of the refs first.
 */
export async function applyLocally(engine: GitEngine, changes: LocalChanges): Promise<boolean> {
  const { local, plan, name, writer } = changes;
  // Before the refs: too high a hint leaves a gap, too low a one hides checkpoints.
  rememberNewest(engine, Math.max(highestNumber(local.checkpoints.keys()), plan.changes.at(-1)?.number ?? 0));
  recordRenumberings(engine, plan.renumbered);
  appendLocalLines(
    engine,
    'imported',
    plan.incoming.map(({ commit }) => `${commit} ${name}`),
  );
  const steps = [
    await trashUpdates(engine, writer, { checkpoints: plan.droppedHere, state: local.state, by: changes.by }),
    await ledgerStep(changes),
    await foreignStep(changes),
    await notesStep(changes),
    updatesFor(plan.changes.filter(({ before }) => before === undefined)),
    updatesFor(plan.changes.filter(({ before }) => before !== undefined)),
    await trackingStep(engine, changes),
  ].filter((step) => step.length > 0);
  return (await writer.moveRefs(steps)) === steps.length;
}

async function ledgerStep({ writer, local, plan }: LocalChanges): Promise<RefUpdate[]> {
  const { oid, value } = local.state.ledger;
  const text = renderLedger(plan.localLedger);
  if (text === renderLedger(value)) return [];
  const blob = await writer.writeObject('blob', Buffer.from(text));
  return [defined({ ref: LEDGER, old: oid, new: blob })];
}

async function notesStep({ writer, local, notes, by }: LocalChanges): Promise<RefUpdate[]> {
  if (notes.local.size === 0) return [];
  const { update } = await writeNotes(writer, local.state, { edits: notes.local, ...by });
  return [update];
}

/** Before the notes: a crash must not lose words that are nowhere else any more. */
async function foreignStep({ writer, name, plan, notes, by }: LocalChanges): Promise<RefUpdate[]> {
  const gone = plan.droppedHere.map(({ commit }) => [commit, undefined] as const);
  if (gone.length + notes.apart.size === 0) return [];
  return moveForeignNotes(writer, name, { edits: new Map([...gone, ...notes.apart]), ...by });
}

function updatesFor(changes: readonly NumberChange[]): RefUpdate[] {
  return changes.map(({ number, before, after }) => defined({ ref: refOf(number), old: before, new: after }));
}

/** The remote-tracking refs follow what was pushed. */
async function trackingStep(engine: GitEngine, { name, remote, pushed }: LocalChanges): Promise<RefUpdate[]> {
  const updates = refUpdates(pushed).map((update) => ({ ...update, ref: trackingRefOf(name, update.ref) }));
  // In the usual case they were just fetched, and are what the push expected.
  const before = remote.tracked
    ? updates.map(({ old }) => old)
    : await engine.resolveRefs(updates.map(({ ref }) => ref));
  return updates.flatMap(({ ref, new: wanted }, at) => {
    const old = before[at];
    if (old === wanted) return [];
    return [defined({ ref, old, new: wanted })];
  });
}
