import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import type { RemoteCall } from '../git/engine.ts';
import { localPath } from '../local/files.ts';
import { withLock } from '../local/lock.ts';
import { machineIdentity } from '../open/machine-identity.ts';
import { withRealObjects } from '../open/real-objects.ts';
import { recordOperation } from '../open/record-operation.ts';
import { configOf, type Repository, signature } from '../open/repository.ts';
import { findSigner } from '../open/sign-commit.ts';
import { type Arrival, readArrivals } from './arrivals.ts';
import { recordAskedDrops } from './asked-drops.ts';
import { chooseRemote, rememberRemote } from './choose-remote.ts';
import type { SyncFilter } from './plan-sync.ts';
import type { Remote } from './remotes.ts';
import { runSync } from './run-sync.ts';
import { type ConversationsShared, shareConversations } from './share-conversations.ts';
import { sharedForm } from './shared-note.ts';
import type { PushSummary, SyncOutcome } from './sync-outcome.ts';

/** How to share with the remote. */
export interface ShareOptions {
  /** Absent: the configured remote. */
  readonly remote?: string;
  readonly dryRun?: boolean;
  /** Nobody is there to ask: no passphrase, no password. */
  readonly unattended?: boolean;
  /** How long the remote may be silent; five minutes when left out. */
  readonly timeoutSeconds?: number;
  /** Push notes with paths, user and host of this machine. */
  readonly withPaths?: boolean;
  /** Drops here what others dropped, also where it was made here or is kept. */
  readonly acceptDrops?: boolean;
  readonly progress?: (text: string) => void;
  /** Called once, before anything is pushed. */
  readonly beforePush?: (summary: PushSummary & { readonly remote: Remote }) => void;
}

export interface ShareOutcome extends SyncOutcome {
  readonly remote: Remote;
  readonly dryRun: boolean;
  /** The remote was named for the first time, and is configured from now on. */
  readonly remembered: boolean;
  readonly arrivals: readonly Arrival[];
  /** Absent when conversations stay here. */
  readonly conversations?: ConversationsShared;
}

const DEFAULT_TIMEOUT_SECONDS = 300;
const MAX_WAIT_MS = 60_000;
/** Of a first fetch the log needs no list of thousands. */
const MAX_NAMED = 20;

interface Wanted {
  readonly filter: SyncFilter;
  readonly only?: readonly CheckpointNumber[];
}

/** What push, fetch and sync have in common. */
export function share(repository: Repository, wanted: Wanted, options: ShareOptions): Promise<ShareOutcome> {
  return withRealObjects(repository, (real) => shareReal(real, wanted, options));
}

async function shareReal(repository: Repository, wanted: Wanted, options: ShareOptions): Promise<ShareOutcome> {
  const { engine } = repository;
  const remote = await chooseRemote(repository, options.remote);
  const dryRun = options.dryRun === true;
  const places = machineIdentity(repository);
  const by = await signature(repository);
  const call = remoteCall(remote, options);
  const outcome = await oneAtATime(repository, Math.min(call.patienceMs, MAX_WAIT_MS), async () =>
    runSync(engine, {
      ...wanted,
      call,
      dryRun,
      share: (note) => (options.withPaths ? note : sharedForm(note, places)),
      by,
      sign: await findSigner(repository, call.background),
      acceptDrops: options.acceptDrops === true,
      beforePush: (summary) => options.beforePush?.({ ...summary, remote }),
    }),
  );
  if (!dryRun) await recordSync(repository, outcome, remote.name);
  if (!dryRun && wanted.filter.fetch !== undefined) {
    const numbers = outcome.retained.map(({ number }) => number);
    recordAskedDrops(engine.place, { remote: remote.name, numbers });
  }
  const shares = !dryRun && (await configOf(repository)).conversation === 'share';
  const { there, sent, droppedThere } = outcome;
  const atRemote = new Set([...there.checkpoints.values(), ...sent.map(({ commit }) => commit)]);
  for (const { commit } of droppedThere) atRemote.delete(commit);
  const { push, fetch } = wanted.filter;
  const conversations = shares
    ? await shareConversations(engine, {
        call,
        places,
        there: atRemote,
        push: push !== undefined,
        fetch: fetch !== undefined,
      })
    : undefined;
  const remembered = dryRun ? false : await rememberRemote(repository, remote);
  const arrivals = dryRun ? [] : await readArrivals(repository, outcome.received, remote.name);
  return { ...outcome, remote, dryRun, remembered, arrivals, ...(conversations && { conversations }) };
}

/** What others dropped is an operation of its own: it went to the trash here, and undoing brings it back. */
async function recordSync(repository: Repository, outcome: SyncOutcome, remote: string): Promise<void> {
  const { sent, received, droppedHere, droppedThere } = outcome;
  if (sent.length + received.length + droppedThere.length > 0) {
    const shared = { sent: sent.length, received: received.length };
    const checkpoints = [...sent, ...received].slice(0, MAX_NAMED);
    await recordOperation(repository, { kind: 'sync', checkpoints, shared, about: remote });
  }
  if (droppedHere.length > 0) {
    const effect = { kind: 'removed' } as const;
    await recordOperation(repository, { kind: 'drop', checkpoints: droppedHere, effect, about: remote });
  }
}

/** Courtesy, not safety: every ref moves by compare-and-swap anyway. */
async function oneAtATime<T>({ engine, world }: Repository, patience: number, work: () => Promise<T>): Promise<T> {
  const synced = await withLock(engine.place, { lock: 'sync.lock', patience, world }, work);
  if (synced.taken) return synced.value;
  const hint = `It holds ${localPath(engine.place, 'sync.lock')}`;
  throw new Failure('fatal', 'another sync of this repository is running', { hint });
}

/** How the remote is spoken to. */
function remoteCall(remote: Remote, options: ShareOptions): RemoteCall {
  return {
    remote: remote.name,
    background: options.unattended === true,
    patienceMs: (options.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    ...(options.progress ? { progress: options.progress } : {}),
  };
}
