import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine, RemoteCall } from '../git/engine.ts';
import { knownBranches } from './known-branches.ts';
import type { LocalRefs } from './local-refs.ts';
import type { MergedNotes } from './merge-notes.ts';
import type { SyncPlan } from './plan-sync.ts';
import { notAllowed, SecretsFound } from './refuse-secrets.ts';
import type { RemoteRefs } from './remote-refs.ts';
import { scanOutgoing } from './scan-outgoing.ts';
import type { PushSummary } from './sync-outcome.ts';

/** A plan, what it was made from, and the notes that go with it. */
export interface PlannedSync {
  readonly local: LocalRefs;
  readonly remote: RemoteRefs;
  readonly plan: SyncPlan;
  readonly notes: MergedNotes;
}

/** Searches what would be pushed for secrets, each checkpoint once for all attempts, and sums the push up. */
export class PushInspector {
  readonly #engine: GitEngine;
  readonly #call: RemoteCall;
  readonly #scanned = new Set<Oid>();
  /** Of the first attempt that pushes anything. */
  summary: PushSummary | undefined;

  constructor(engine: GitEngine, call: RemoteCall) {
    this.#engine = engine;
    this.#call = call;
  }

  /** Throws when there are secrets in it. Answers the summary the first time. */
  async inspect({ local, remote, plan, notes }: PlannedSync): Promise<PushSummary | undefined> {
    if (plan.outgoing.length + plan.droppedThere.length + notes.remote.size === 0) return undefined;
    const outgoing = plan.outgoing.filter(({ commit }) => !this.#scanned.has(commit));
    const branches = await knownBranches(this.#engine, this.#call, remote);
    const scan = await scanOutgoing(this.#engine, { branches, outgoing, remote, notes: notes.leaving });
    for (const { commit } of outgoing) this.#scanned.add(commit);
    const found = notAllowed(this.#engine, scan.findings);
    if (found.length > 0) {
      const numbers = new Map([...local.checkpoints].map(([number, commit]) => [commit, number]));
      throw new SecretsFound(found, (commit) => numbers.get(commit) ?? 0);
    }
    if (this.summary !== undefined) return undefined;
    const { objects, bytes } = scan;
    const drops = plan.droppedThere.length;
    this.summary = { checkpoints: plan.outgoing, drops, notes: notes.remote.size, objects, bytes };
    return this.summary;
  }
}
