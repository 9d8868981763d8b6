import type { Oid } from '../core/checkpoint.ts';
import type { Renumbering } from '../store/aliases.ts';
import type { CheckpointRefs } from './checkpoint-refs.ts';
import type { MergedNotes } from './merge-notes.ts';
import type { NumberedCommit, SyncPlan } from './plan-sync.ts';
import type { Quarantined } from './quarantine.ts';
import type { RemoteRefs } from './remote-refs.ts';

/** What is about to be pushed. */
export interface PushSummary {
  readonly checkpoints: readonly NumberedCommit[];
  readonly drops: number;
  readonly notes: number;
  readonly objects: number;
  readonly bytes: number;
}

export interface SyncOutcome {
  readonly sent: readonly NumberedCommit[];
  readonly received: readonly NumberedCommit[];
  /** Dropped elsewhere, and now here. */
  readonly droppedHere: readonly NumberedCommit[];
  readonly droppedThere: readonly NumberedCommit[];
  readonly renumbered: readonly Renumbering[];
  readonly quarantined: readonly Quarantined[];
  readonly notesSent: number;
  /** Checkpoints that were here, and whose words are the remote's now. */
  readonly reworded: readonly NumberedCommit[];
  /** Checkpoints about which others wrote something that is kept apart. */
  readonly keptApart: readonly NumberedCommit[];
  /** Dropped elsewhere, and still here until the user agrees: made here, or kept. */
  readonly retained: readonly NumberedCommit[];
  /** The remote's refs before the last push. */
  readonly there: RemoteRefs;
  readonly summary?: PushSummary;
  readonly attempts: number;
}

/** Adds up what was done, over all attempts. */
export class Tally {
  readonly #sent = new Map<Oid, NumberedCommit>();
  readonly #received = new Map<Oid, NumberedCommit>();
  readonly #droppedHere = new Map<Oid, NumberedCommit>();
  readonly #droppedThere = new Map<Oid, NumberedCommit>();
  readonly #renumbered = new Map<Oid, Renumbering>();
  readonly #reworded = new Map<Oid, NumberedCommit>();
  readonly #keptApart = new Map<Oid, NumberedCommit>();
  #notesSent = 0;

  add(plan: SyncPlan, notes: MergedNotes, here: CheckpointRefs): void {
    for (const [number, commit] of notes.reworded.size + notes.apart.size === 0 ? [] : here) {
      if (notes.reworded.has(commit)) this.#reworded.set(commit, { number, commit });
      if (notes.apart.has(commit)) this.#keptApart.set(commit, { number, commit });
    }
    for (const one of plan.outgoing) this.#sent.set(one.commit, one);
    for (const one of plan.incoming) this.#received.set(one.commit, one);
    for (const one of plan.droppedHere) this.#droppedHere.set(one.commit, one);
    for (const one of plan.droppedThere) this.#droppedThere.set(one.commit, one);
    for (const one of plan.renumbered) {
      const from = this.#renumbered.get(one.commit)?.from ?? one.from;
      this.#renumbered.set(one.commit, { ...one, from });
    }
    this.#notesSent += notes.remote.size;
  }

  outcome(): Omit<SyncOutcome, 'quarantined' | 'retained' | 'there' | 'summary' | 'attempts'> {
    return {
      reworded: [...this.#reworded.values()],
      keptApart: [...this.#keptApart.values()],
      sent: [...this.#sent.values()],
      received: [...this.#received.values()],
      droppedHere: [...this.#droppedHere.values()],
      droppedThere: [...this.#droppedThere.values()],
      renumbered: [...this.#renumbered.values()].filter(({ from, to }) => from !== to),
      notesSent: this.#notesSent,
    };
  }
}
