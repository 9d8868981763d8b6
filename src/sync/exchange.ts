import { setTimeout as sleep } from 'node:timers/promises';
import type { Identity, Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { Note } from '../core/note.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine, RemoteCall } from '../git/engine.ts';
import { emptyLedger } from '../store/ledger.ts';
import { withRepairedNotes } from '../store/repair-notes.ts';
import { type RetainingWriter, retainingWriter } from '../store/retaining-writer.ts';
import { writeNotes } from '../store/write-notes.ts';
import { applyLocally } from './apply-locally.ts';
import { checkIncoming } from './check-incoming.ts';
import { highestNumber } from './checkpoint-refs.ts';
import { fetchAll, fetchNamed } from './fetch-refs.ts';
import { knownBranches } from './known-branches.ts';
import { type LocalRefs, readLocalRefs } from './local-refs.ts';
import { type MergedNotes, mergeNotes, notesWith } from './merge-notes.ts';
import { type Departure, type ExchangeOutcome, Tally } from './outcome.ts';
import { firstPart, waitingIn } from './parts.ts';
import { planSync, type SyncFilter, type SyncPlan } from './plan-sync.ts';
import { type PushPlan, planPush } from './push-plan.ts';
import { pushAtomically, pushLedgerFirst } from './push-refs.ts';
import { quarantine, readQuarantine } from './quarantine.ts';
import { refuseRenumberingOfShared } from './refuse-renumbering.ts';
import { forbidden, SecretsFound } from './refuse-secrets.ts';
import type { RemoteRefs } from './remote-refs.ts';
import { scanOutgoing } from './scan-outgoing.ts';

export interface ExchangeRequest {
  readonly call: RemoteCall;
  readonly filter: SyncFilter;
  /** Checkpoints to fetch by number; absent: everything that the remote has. */
  readonly only?: readonly CheckpointNumber[];
  readonly dryRun: boolean;
  readonly share: (note: Note) => Note;
  readonly by: { readonly author: Identity; readonly time: Date };
  /** Told once, before anything leaves. */
  readonly onDeparture?: (departure: Departure) => void;
}

const MOST_ATTEMPTS = 60;
const MOST_ALIKE = 8;
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

const nowhere: RemoteRefs = {
  checkpoints: new Map(),
  quarantined: [],
  state: { ledger: { value: emptyLedger } },
  tracked: false,
};

interface About {
  readonly remote: RemoteRefs;
  readonly plan: SyncPlan;
  readonly notes: MergedNotes;
}

/** All attempts of one exchange, and what they have in common. */
class Round {
  readonly #engine: GitEngine;
  readonly #request: ExchangeRequest;
  readonly #tally = new Tally();
  readonly #knownBad: ReadonlySet<Oid>;
  readonly #scanned = new Set<Oid>();
  readonly #checked = new Set<Oid>();
  readonly #distrusted = new Set<Oid>();
  readonly #trusted = new Map<Oid, Oid>();
  #there: RemoteRefs | undefined;
  #lastSeen = '';
  #sameAgain = 0;
  #departure: Departure | undefined;

  constructor(engine: GitEngine, request: ExchangeRequest) {
    this.#engine = engine;
    this.#request = request;
    this.#knownBad = new Set(readQuarantine(engine, request.call.remote).map(({ commit }) => commit));
  }

  async run(): Promise<'done' | 'lost' | 'again'> {
    const engine = this.#engine;
    const { call, dryRun, by } = this.#request;
    const remote = await this.#see();
    const local = await readLocalRefs(engine);
    this.#there = remote;
    const whole = planSync(local, remote, this.#request.filter);
    await refuseRenumberingOfShared(engine, call.remote, whole);
    if (!dryRun && (await this.#quarantineBad(whole, remote))) return 'again';
    const writer = retainingWriter(engine);
    const { filter, share } = this.#request;
    const judged = { distrusted: this.#distrusted, trusted: this.#trusted };
    const all = await mergeNotes(writer, { local, remote, plan: whole, filter, share, ...judged });
    await this.#look(local, { remote, plan: whole, notes: all });
    if (dryRun) {
      this.#tally.add(whole, all);
      return 'done';
    }
    const plan = firstPart(local, { remote, filter, whole });
    const notes = notesWith(all, waitingIn(whole, plan));
    const push = await this.#pack(writer, { remote, plan, notes });
    const sent = await pushAtomically(engine, call, push);
    const arrived = sent === 'not-atomic' ? await pushLedgerFirst(engine, call, push) : sent === 'done';
    if (!arrived) return this.#lose(remote);
    this.#tally.add(plan, notes);
    const changes = { name: call.remote, remote, local, plan, notes: notes.local, pushed: push, writer, by };
    if (!(await applyLocally(engine, changes))) return 'lost';
    return plan === whole ? 'done' : 'again';
  }

  #see(): Promise<RemoteRefs> {
    const { call, only, dryRun } = this.#request;
    const all = only === undefined && !dryRun;
    return all ? fetchAll(this.#engine, call) : fetchNamed(this.#engine, call, only ?? []);
  }

  /** Who loses finds something changed the next time; when that never happens, the remote is not what it seems. */
  #lose({ state, checkpoints }: RemoteRefs): 'lost' {
    const seen = `${state.ledger.oid} ${state.notes?.commit} ${highestNumber(checkpoints.keys())}`;
    this.#sameAgain = seen === this.#lastSeen ? this.#sameAgain + 1 : 0;
    this.#lastSeen = seen;
    if (this.#sameAgain < MOST_ALIKE) return 'lost';
    const { remote } = this.#request.call;
    throw new Failure('fatal', `‘${remote}’ takes no push on top of what is fetched from it`, {
      hint: `Does it fetch from one repository and push to another? See \`git remote -v\`. Nothing was changed.`,
    });
  }

  async #quarantineBad(plan: SyncPlan, remote: RemoteRefs): Promise<boolean> {
    const fresh = plan.incoming.filter(({ commit }) => !this.#checked.has(commit));
    if (fresh.length === 0) return false;
    const { bad, distrusted, trusted } = await checkIncoming(this.#engine, fresh, remote);
    for (const commit of distrusted) this.#distrusted.add(commit);
    for (const [commit, note] of trusted) this.#trusted.set(commit, note);
    for (const { commit } of fresh) this.#checked.add(commit);
    quarantine(this.#engine, this.#request.call.remote, bad);
    return bad.length > 0;
  }

  /** Searches what would leave, and tells about it once. */
  async #look(local: LocalRefs, about: About): Promise<void> {
    const { plan, notes } = about;
    if (plan.outgoing.length + plan.droppedThere.length + notes.remote.size === 0) return;
    const outgoing = plan.outgoing.filter(({ commit }) => !this.#scanned.has(commit));
    const scan = await scanOutgoing(this.#engine, {
      branches: await knownBranches(this.#engine, this.#request.call, about.remote),
      outgoing,
      side: about.remote,
      notes: notes.leaving,
    });
    for (const { commit } of outgoing) this.#scanned.add(commit);
    const found = forbidden(this.#engine, scan.findings);
    if (found.length > 0) {
      const numbers = new Map([...local.checkpoints].map(([number, commit]) => [commit, number]));
      throw new SecretsFound(found, (commit) => numbers.get(commit) ?? 0);
    }
    if (this.#departure !== undefined) return;
    const { objects, bytes } = scan;
    const departure = {
      checkpoints: plan.outgoing,
      drops: plan.droppedThere.length,
      notes: notes.remote.size,
      objects,
      bytes,
    };
    this.#departure = departure;
    this.#request.onDeparture?.(departure);
  }

  async #pack(writer: RetainingWriter, about: About): Promise<PushPlan> {
    const { remote, plan, notes } = about;
    if (notes.remote.size === 0) return planPush(writer, { plan, remote });
    const before = remote.state.notes?.commit;
    const removes = [...notes.remote.values()].includes(undefined);
    const after = before === undefined || removes ? {} : { after: before };
    const { update } = await writeNotes(writer, remote.state, { edits: notes.remote, ...after, ...this.#request.by });
    return planPush(writer, { plan, remote, notes: update });
  }

  outcome(attempts: number): ExchangeOutcome {
    const { remote } = this.#request.call;
    return {
      ...this.#tally.outcome(),
      quarantined: readQuarantine(this.#engine, remote).filter(({ commit }) => !this.#knownBad.has(commit)),
      there: this.#there ?? nowhere,
      ...(this.#departure === undefined ? {} : { departure: this.#departure }),
      attempts,
    };
  }
}
