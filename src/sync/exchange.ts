import { setTimeout as sleep } from 'node:timers/promises';
import type { Identity, Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { Note } from '../core/note.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine, RemoteCall } from '../git/engine.ts';
import type { Renumbering } from '../store/aliases.ts';
import { type Remembered, remembering } from '../store/remembered.ts';
import { withRepairedNotes } from '../store/repair-notes.ts';
import { writeNotes } from '../store/write-notes.ts';
import { applyLocally } from './apply.ts';
import { checkIncoming } from './check-incoming.ts';
import { contactAll, contactSome } from './contact.ts';
import { type MergedNotes, mergeNotes } from './merge-notes.ts';
import { type Placed, planSync, type SyncPlan, type Wishes } from './plan.ts';
import { type Quarantined, quarantine, readQuarantine } from './quarantine.ts';
import { refuseRenumberingOfShared } from './refuse-renumbering.ts';
import { forbidden, SecretsFound } from './refuse-secrets.ts';
import { scanOutgoing } from './scan-outgoing.ts';
import { type Parcel, packParcel, sendParcel } from './send.ts';
import { type LocalSide, type RemoteSide, readLocalSide } from './sides.ts';

/** What is about to leave. */
export interface Departure {
  readonly checkpoints: readonly Placed[];
  readonly drops: number;
  readonly notes: number;
  readonly objects: number;
  readonly bytes: number;
}

export interface ExchangeRequest {
  readonly call: RemoteCall;
  readonly wishes: Wishes;
  /** Checkpoints to fetch by number; absent: everything that the remote has. */
  readonly only?: readonly CheckpointNumber[];
  readonly dryRun: boolean;
  readonly share: (note: Note) => Note;
  readonly by: { readonly author: Identity; readonly time: Date };
  /** Told once, before anything leaves. */
  readonly onDeparture?: (departure: Departure) => void;
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
  readonly departure?: Departure;
  readonly attempts: number;
}

const MOST_ATTEMPTS = 60;
/** A push names every ref twice on its command line, which is bounded. */
const AT_ONCE = process.platform === 'win32' ? 100 : 1000;

/**
 * Makes this clone and the remote agree: look, plan, push by compare-and-swap, then change what is here. Whoever loses a race looks
 * again. Nothing here changes before the push went through, and a crash after it is healed by the next run, which finds the commits at
 * the remote.
 */
export async function exchange(engine: GitEngine, request: ExchangeRequest): Promise<ExchangeOutcome> {
  const round = new Round(engine, request);
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; ) {
    const step = await withRepairedNotes(engine, request.by, () => round.run());
    if (step === 'done') return round.outcome(attempt);
    if (step === 'again') continue;
    attempt += 1;
    await sleep(Math.random() * Math.min(3000, 50 * 1.5 ** attempt));
  }
  throw new Failure('fatal', `others kept changing the checkpoints at ‘${request.call.remote}’`, {
    hint: 'Nothing was lost. Try again in a while.',
  });
}

interface About {
  readonly remote: RemoteSide;
  readonly plan: SyncPlan;
  readonly notes: MergedNotes;
}

/** What was done so far, over all attempts. */
class Round {
  readonly #engine: GitEngine;
  readonly #request: ExchangeRequest;
  readonly #sent = new Map<Oid, Placed>();
  readonly #received = new Map<Oid, Placed>();
  readonly #dropped = new Map<Oid, Placed>();
  readonly #buried = new Map<Oid, Placed>();
  readonly #renumbered = new Map<Oid, Renumbering>();
  readonly #knownBad: ReadonlySet<Oid>;
  readonly #scanned = new Set<Oid>();
  readonly #checked = new Set<Oid>();
  #distrusted: ReadonlySet<Oid> = new Set();
  #notesSent = 0;
  #departure: Departure | undefined;

  constructor(engine: GitEngine, request: ExchangeRequest) {
    this.#engine = engine;
    this.#request = request;
    this.#knownBad = new Set(readQuarantine(engine, request.call.remote).map(({ commit }) => commit));
  }

  async run(): Promise<'done' | 'lost' | 'again'> {
    const engine = this.#engine;
    const { call, only, dryRun, by } = this.#request;
    // What is here may change while the remote is asked: every ref moves by compare-and-swap, so that would be noticed.
    const [remote, local] = await Promise.all([
      only === undefined ? contactAll(engine, call) : contactSome(engine, call, only),
      readLocalSide(engine),
    ]);
    const { plan, more } = this.#plan(local, remote);
    await refuseRenumberingOfShared(engine, call.remote, plan);
    if (!dryRun && (await this.#quarantineBad(plan, remote))) return 'again';
    const writer = remembering(engine);
    const { wishes, share } = this.#request;
    const material = { local, remote, plan, wishes, share, distrusted: this.#distrusted };
    const notes = await mergeNotes(writer, material);
    await this.#look(local, { remote, plan, notes });
    if (dryRun) {
      this.#remember(plan, notes);
      return 'done';
    }
    const parcel = await this.#pack(writer, { remote, plan, notes });
    await engine.settleObjects();
    if (!(await sendParcel(engine, call, parcel))) return 'lost';
    this.#remember(plan, notes);
    const application = { remote: call.remote, local, plan, notes: notes.local, sent: parcel, writer, by };
    if (!(await applyLocally(engine, application))) return 'lost';
    return more ? 'again' : 'done';
  }

  /** The plan for as many as one push can carry. */
  #plan(local: LocalSide, remote: RemoteSide): { plan: SyncPlan; more: boolean } {
    const { wishes } = this.#request;
    const whole = planSync(local, remote, wishes);
    if (whole.outgoing.length <= AT_ONCE || this.#request.dryRun) return { plan: whole, more: false };
    const numbers = new Map([...local.checkpoints].map(([number, commit]) => [commit, number]));
    const first = new Set(whole.outgoing.slice(0, AT_ONCE).map(({ commit }) => numbers.get(commit)));
    return { plan: planSync(local, remote, { ...wishes, send: (number) => first.has(number) }), more: true };
  }

  async #quarantineBad(plan: SyncPlan, remote: RemoteSide): Promise<boolean> {
    const fresh = plan.incoming.filter(({ commit }) => !this.#checked.has(commit));
    if (fresh.length === 0) return false;
    const { bad, distrusted } = await checkIncoming(this.#engine, fresh, remote);
    this.#distrusted = new Set([...this.#distrusted, ...distrusted]);
    for (const { commit } of fresh) this.#checked.add(commit);
    quarantine(this.#engine, this.#request.call.remote, bad);
    return bad.length > 0;
  }

  /** Searches what would leave, and tells about it once. */
  async #look(local: LocalSide, about: About): Promise<void> {
    const { plan, notes } = about;
    if (plan.outgoing.length + plan.buried.length + notes.remote.size === 0) return;
    const outgoing = plan.outgoing.filter(({ commit }) => !this.#scanned.has(commit));
    const scan = await scanOutgoing(this.#engine, {
      remote: this.#request.call.remote,
      outgoing,
      side: about.remote,
      notes: notes.leaving,
    });
    for (const { commit } of outgoing) this.#scanned.add(commit);
    const found = forbidden(this.#engine, scan.findings);
    const numbers = new Map([...local.checkpoints].map(([number, commit]) => [commit, number]));
    if (found.length > 0) throw new SecretsFound(found, (commit) => numbers.get(commit) ?? 0);
    if (this.#departure !== undefined) return;
    const { objects, bytes } = scan;
    const departure = {
      checkpoints: plan.outgoing,
      drops: plan.buried.length,
      notes: notes.remote.size,
      objects,
      bytes,
    };
    this.#departure = departure;
    this.#request.onDeparture?.(departure);
  }

  async #pack(writer: Remembered, about: About): Promise<Parcel> {
    const { remote, plan, notes } = about;
    if (notes.remote.size === 0) return packParcel(writer, { plan, remote });
    const { update } = await writeNotes(writer, remote.state, { edits: notes.remote, ...this.#request.by });
    return packParcel(writer, { plan, remote, notes: update });
  }

  #remember(plan: SyncPlan, notes: MergedNotes): void {
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

  outcome(attempts: number): ExchangeOutcome {
    return {
      sent: [...this.#sent.values()],
      received: [...this.#received.values()],
      dropped: [...this.#dropped.values()],
      buried: [...this.#buried.values()],
      renumbered: [...this.#renumbered.values()].filter(({ from, to }) => from !== to),
      quarantined: readQuarantine(this.#engine, this.#request.call.remote).filter(
        ({ commit }) => !this.#knownBad.has(commit),
      ),
      notesSent: this.#notesSent,
      ...(this.#departure === undefined ? {} : { departure: this.#departure }),
      attempts,
    };
  }
}
