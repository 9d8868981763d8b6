import type { Oid } from '../core/checkpoint.ts';
import type { Renumbering } from '../store/aliases.ts';
import type { MergedNotes } from './merge-notes.ts';
import type { Placed, SyncPlan } from './plan.ts';
import type { Quarantined } from './quarantine.ts';
import type { RemoteSide } from './sides.ts';

/** What is about to leave. */
export interface Departure {
  readonly checkpoints: readonly Placed[];
  readonly drops: number;
  readonly notes: number;
  readonly objects: number;
  readonly bytes: number;
}

export interface ExchangeOutcome {
  readonly sent: readonly Placed[];
  readonly received: readonly Placed[];
  /** Dropped elsewhere, and now here. */
  readonly dropped: readonly Placed[];
  readonly buried: readonly Placed[];
  readonly renumbered: readonly Renumbering[];
  readonly quarantined: readonly Quarantined[];
  readonly notesSent: number;
  /** What the remote held when it was last looked at. */
  readonly there: RemoteSide;
  readonly departure?: Departure;
  readonly attempts: number;
}

/** Adds up what was done, over all attempts. */
export class Tally {
  readonly #sent = new Map<Oid, Placed>();
  readonly #received = new Map<Oid, Placed>();
  readonly #dropped = new Map<Oid, Placed>();
  readonly #buried = new Map<Oid, Placed>();
  readonly #renumbered = new Map<Oid, Renumbering>();
  #notesSent = 0;

  add(plan: SyncPlan, notes: MergedNotes): void {
    for (const one of plan.outgoing) this.#sent.set(one.commit, one);
    for (const one of plan.incoming) this.#received.set(one.commit, one);
    for (const one of plan.dropped) this.#dropped.set(one.commit, one);
    for (const one of plan.buried) this.#buried.set(one.commit, one);
    for (const one of plan.renumbered) {
      const from = this.#renumbered.get(one.commit)?.from ?? one.from;
      this.#renumbered.set(one.commit, { ...one, from });
    }
    this.#notesSent += notes.remote.size;
  }

  outcome(): Pick<ExchangeOutcome, 'sent' | 'received' | 'dropped' | 'buried' | 'renumbered' | 'notesSent'> {
    return {
      sent: [...this.#sent.values()],
      received: [...this.#received.values()],
      dropped: [...this.#dropped.values()],
      buried: [...this.#buried.values()],
      renumbered: [...this.#renumbered.values()].filter(({ from, to }) => from !== to),
      notesSent: this.#notesSent,
    };
  }
}
