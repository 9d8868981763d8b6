import { setTimeout as sleep } from 'node:timers/promises';
import type { Identity, Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { Note } from '../core/note.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { GitEngine, RemoteCall } from '../git/engine.ts';
import type { SignCommit } from '../open/sign-commit.ts';
import { isSignedBy, judgeSignatures, type Signatures } from '../open/signatures.ts';
import { withRepairedNotes } from '../store/repair-notes.ts';
import { type RetainingWriter, retainingWriter } from '../store/retaining-writer.ts';
import { applyLocally } from './apply-locally.ts';
import { checkIncoming } from './check-incoming.ts';
import { highestNumber, MAX_JUMP, refuseLeap } from './checkpoint-refs.ts';
import type { NotePair } from './diff-notes.ts';
import { fetchAll, fetchNamed } from './fetch-refs.ts';
import { type PlannedSync, PushInspector } from './inspect-push.ts';
import { type LocalRefs, readLocalRefs } from './local-refs.ts';
import { mergeNotes, notesWithout } from './merge-notes.ts';
import { type NumberedCommit, planSync, type SyncFilter, type SyncPlan } from './plan-sync.ts';
import { firstBatch, leftAfter } from './push-batch.ts';
import { type PushPlan, planPush } from './push-plan.ts';
import { pushAtomically, pushLedgerFirst } from './push-refs.ts';
import { quarantine, readQuarantine } from './quarantine.ts';
import { refuseRenumberingOfShared } from './refuse-renumbering.ts';
import type { RemoteRefs } from './remote-refs.ts';
import { readStanding, withoutKnown } from './standing.ts';
import { type PushSummary, type SyncOutcome, Tally } from './sync-outcome.ts';
import { readVouched } from './vouched-notes.ts';
import { writePushedNotes } from './write-pushed-notes.ts';

interface SyncRequest {
  readonly call: RemoteCall;
  readonly filter: SyncFilter;
  /** Checkpoints to fetch by number; absent: everything that the remote has. */
  readonly only?: readonly CheckpointNumber[];
  readonly dryRun: boolean;
  /** The form in which a note is pushed. */
  readonly share: (note: Note) => Note;
  readonly by: { readonly author: Identity; readonly time: Date };
  /** Adds the user's signature to the notes commit that is pushed. */
  readonly sign?: SignCommit | undefined;
  /** Drops here what others dropped, also where it was made here or is kept. */
  readonly acceptDrops: boolean;
  /** Called once, before anything is pushed. */
  readonly beforePush?: (summary: PushSummary) => void;
}

const MAX_ATTEMPTS = 60;
const MAX_REJECTIONS = 8;

/**
 * Makes this clone and the remote agree: fetch, plan, push with leases, then move the refs here. Whoever loses a race starts over.
 * Nothing changes here before the push went through, and a crash after it is healed by the next run, which finds the commits at the
 * remote.
 */
export async function runSync(engine: GitEngine, request: SyncRequest): Promise<SyncOutcome> {
  const run = new SyncRun(engine, request);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; ) {
    const step = await withRepairedNotes(engine, request.by, () => run.attempt());
    if (typeof step === 'object') return run.outcome(step, attempt);
    if (step === 'again') continue;
    attempt += 1;
    await sleep(Math.random() * Math.min(3000, 50 * 1.5 ** attempt));
  }
  throw new Failure('fatal', `others kept changing the checkpoints at '${request.call.remote}'`, {
    hint: 'Nothing was lost. Try again in a while.',
  });
}

/** All attempts of one sync. */
class SyncRun {
  readonly #engine: GitEngine;
  readonly #request: SyncRequest;
  readonly #inspector: PushInspector;
  readonly #tally = new Tally();
  readonly #knownBad: ReadonlySet<Oid>;
  readonly #checked = new Set<Oid>();
  readonly #distrusted = new Set<Oid>();
  readonly #trusted = new Map<Oid, Oid>();
  #retained: readonly NumberedCommit[] = [];
  #isMine: (commit: Oid) => boolean = () => false;
  #lastRejection = '';
  #rejections = 0;

  constructor(engine: GitEngine, request: SyncRequest) {
    this.#engine = engine;
    this.#request = request;
    this.#inspector = new PushInspector(engine, request.call);
    this.#knownBad = new Set(readQuarantine(engine, request.call.remote).map(({ commit }) => commit));
  }

  /** Answers the remote's refs when all is done. `lost`: another writer was first. `again`: there is more to do. */
  async attempt(): Promise<RemoteRefs | 'lost' | 'again'> {
    const engine = this.#engine;
    const { call, filter, share, dryRun } = this.#request;
    const fetched = await this.#fetch();
    const here = await readLocalRefs(engine);
    const remote = this.#withoutLeaps(here, fetched);
    const { email } = this.#request.by.author;
    const standing = await readStanding(engine, { local: here, remote, email });
    const local = { ...here, retained: this.#request.acceptDrops ? new Set<Oid>() : standing.retained };
    this.#retained = [...local.checkpoints].flatMap(([number, commit]) =>
      local.retained.has(commit) ? [{ number, commit }] : [],
    );
    const plan = planSync(local, remote, filter);
    await refuseRenumberingOfShared(engine, call.remote, plan);
    if (!dryRun && (await this.#quarantineBad(plan, remote))) return 'again';
    const writer = retainingWriter(engine);
    const incoming = new Set(plan.incoming.map(({ commit }) => commit));
    const isOwn = (commit: Oid) => standing.isOwn(commit) && !incoming.has(commit);
    const signatures: Signatures = dryRun ? new Map() : await judgeSignatures(engine, [...incoming]);
    this.#isMine = (commit) => isOwn(commit) || isSignedBy(signatures.get(commit), email);
    const by = { notes: remote.state.notes?.commit, email };
    const checked = { distrusted: this.#distrusted, trusted: this.#trusted, isOwn };
    const vouching = { readVouched: (pairs: ReadonlyMap<Oid, NotePair>) => readVouched(engine, pairs, by) };
    const merged = await mergeNotes(writer, { local, remote, plan, filter, share, ...checked, ...vouching });
    const notes = await withoutKnown(engine, call.remote, merged);
    const summary = await this.#inspector.inspect({ local, remote, plan, notes });
    if (summary !== undefined) this.#request.beforePush?.(summary);
    if (dryRun) {
      this.#tally.add(plan, notes, local.checkpoints);
      return remote;
    }
    const batch = firstBatch(local, { remote, filter, whole: plan });
    const batchNotes = notesWithout(notes, leftAfter(plan, batch));
    const step = await this.#carryOut(writer, { local, remote, plan: batch, notes: batchNotes });
    if (step === 'lost') return 'lost';
    return batch === plan ? remote : 'again';
  }

  /** Fails on a leap of the numbers. One that only a checkpoint makes that is not let in is passed over: it stays on record for ever. */
  #withoutLeaps({ checkpoints, state }: LocalRefs, remote: RemoteRefs): RemoteRefs {
    const known = Math.max(highestNumber(checkpoints.keys()), state.ledger.value.highWater);
    const { highWater } = remote.state.ledger.value;
    refuseLeap({ remote: this.#request.call.remote, known, highWater, numbers: remote.checkpoints.keys() });
    return { ...remote, quarantined: remote.quarantined.filter((number) => number <= known + MAX_JUMP) };
  }

  #fetch(): Promise<RemoteRefs> {
    const { call, only, dryRun } = this.#request;
    const all = only === undefined && !dryRun;
    return all ? fetchAll(this.#engine, call) : fetchNamed(this.#engine, call, only ?? []);
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

  /** Pushes, then moves the refs here. */
  async #carryOut(writer: RetainingWriter, planned: PlannedSync): Promise<'done' | 'lost'> {
    const engine = this.#engine;
    const { call, by } = this.#request;
    const { local, remote, plan, notes } = planned;
    const pushed = await this.#planPush(writer, planned);
    const outcome = await pushAtomically(engine, call, pushed);
    const arrived = outcome === 'not-atomic' ? await pushLedgerFirst(engine, call, pushed) : outcome === 'done';
    if (!arrived) return this.#countRejection(remote);
    this.#tally.add(plan, notes, local.checkpoints);
    const changes = { name: call.remote, remote, local, plan, notes, pushed, writer, by };
    return (await applyLocally(engine, changes)) ? 'done' : 'lost';
  }

  async #planPush(writer: RetainingWriter, planned: PlannedSync): Promise<PushPlan> {
    const { remote, plan, notes } = planned;
    if (notes.remote.size === 0) return planPush(writer, { plan, remote });
    const { by, sign } = this.#request;
    const update = await writePushedNotes(writer, planned, { ...by, sign, isMine: this.#isMine });
    return planPush(writer, { plan, remote, notes: update });
  }

  /** Who loses a race finds other refs the next time; when that never happens, the remote is not what it seems. */
  #countRejection({ state, checkpoints }: RemoteRefs): 'lost' {
    const refs = `${state.ledger.oid} ${state.notes?.commit} ${highestNumber(checkpoints.keys())}`;
    this.#rejections = refs === this.#lastRejection ? this.#rejections + 1 : 0;
    this.#lastRejection = refs;
    if (this.#rejections < MAX_REJECTIONS) return 'lost';
    const { remote } = this.#request.call;
    throw new Failure('fatal', `'${remote}' rejects every push on top of what is fetched from it`, {
      hint: `Does it fetch from one repository and push to another? See \`git remote -v\`. Nothing was changed.`,
    });
  }

  outcome(there: RemoteRefs, attempts: number): SyncOutcome {
    const { remote } = this.#request.call;
    const { summary } = this.#inspector;
    return defined({
      ...this.#tally.outcome(),
      retained: this.#retained,
      quarantined: readQuarantine(this.#engine, remote).filter(({ commit }) => !this.#knownBad.has(commit)),
      there,
      summary,
      attempts,
    });
  }
}
