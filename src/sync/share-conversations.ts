import { findConversation, isConversation } from '../conversation/read-conversation.ts';
import { SharedForms } from '../conversation/shared-form.ts';
import type { Oid } from '../core/checkpoint.ts';
import type { MachineIdentity } from '../core/machine-identity.ts';
import type { GitEngine, RefUpdate, RemoteCall } from '../git/engine.ts';
import { CHECKPOINTS, CONVERSATIONS, conversationRefOf, TRACKING } from '../store/refs.ts';
import { remoteEngine } from './remote-engine.ts';
import { scanBytes } from './scan-bytes.ts';

/** Where conversations lie at a remote, by the commit of their checkpoint. */
const SHARED = 'refs/checkpoint-conversations/';
/** git names each ref on a command line. */
const BATCH = 500;

export interface ConversationsShared {
  readonly sent: number;
  readonly received: number;
  /** Commits of checkpoints whose conversation was kept here, because a secret is in it. */
  readonly withheld: readonly Oid[];
}

export interface ConversationExchange {
  readonly call: RemoteCall;
  readonly places: MachineIdentity;
  /** Commits of the checkpoints that the remote has. */
  readonly there: ReadonlySet<Oid>;
  readonly push: boolean;
  readonly fetch: boolean;
}

/** Sends the conversations of shared checkpoints, and takes over those of checkpoints that are here. After the checkpoints themselves. */
export async function shareConversations(
  engine: GitEngine,
  exchange: ConversationExchange,
): Promise<ConversationsShared> {
  const refs = await remoteEngine(engine).listRefs(exchange.call, [`${SHARED}*`]);
  const offered = new Map(refs.map(({ ref, oid }) => [ref.slice(SHARED.length), oid]));
  const received = exchange.fetch ? await receive(engine, exchange, offered) : 0;
  const { sent, withheld } = exchange.push ? await send(engine, exchange, offered) : { sent: 0, withheld: [] };
  return { sent, received, withheld };
}

async function send(engine: GitEngine, { call, places, there }: ConversationExchange, offered: ReadonlyMap<Oid, Oid>) {
  const local = (await engine.listRefs(CONVERSATIONS)).map(({ ref }) => ref.slice(CONVERSATIONS.length));
  const wanted = local.filter((checkpoint) => there.has(checkpoint) && !offered.has(checkpoint));
  const forms = new SharedForms(engine, places, (bytes) => scanBytes(bytes).length === 0);
  const updates: RefUpdate[] = [];
  const withheld: Oid[] = [];
  for (const checkpoint of wanted) {
    const conversation = await findConversation(engine, checkpoint);
    const commit = conversation && (await forms.make(conversation));
    if (commit === undefined) withheld.push(checkpoint);
    else updates.push({ ref: `${SHARED}${checkpoint}`, new: commit });
  }
  // A checkpoint that was dropped takes its conversation along.
  const gone = [...offered].filter(([checkpoint]) => !there.has(checkpoint));
  const removals = gone.map(([checkpoint, oid]) => ({ ref: `${SHARED}${checkpoint}`, old: oid }));
  const all = [...updates, ...removals];
  for (let at = 0; at < all.length; at += BATCH) {
    await remoteEngine(engine).push(call, { updates: all.slice(at, at + BATCH), atomic: false });
  }
  return { sent: updates.length, withheld };
}

async function receive(
  engine: GitEngine,
  { call }: ConversationExchange,
  offered: ReadonlyMap<Oid, Oid>,
): Promise<number> {
  const here = new Set((await engine.listRefs(CHECKPOINTS)).map(({ oid }) => oid));
  const known = new Set((await engine.listRefs(CONVERSATIONS)).map(({ ref }) => ref.slice(CONVERSATIONS.length)));
  const wanted = [...offered.keys()].filter((checkpoint) => here.has(checkpoint) && !known.has(checkpoint));
  let received = 0;
  for (let at = 0; at < wanted.length; at += BATCH) {
    const group = wanted.slice(at, at + BATCH);
    const refspecs = group.map((checkpoint) => `+${SHARED}${checkpoint}:${trackingOf(call.remote, checkpoint)}`);
    const outcome = await remoteEngine(engine).fetch(call, { refspecs, prune: false });
    if (outcome.kind === 'done') received += await takeOver(engine, call.remote, group);
  }
  return received;
}

function trackingOf(remote: string, checkpoint: Oid): string {
  return `${TRACKING}${remote}/conversation/${checkpoint}`;
}

/** What is not a conversation is let go of again. */
async function takeOver(engine: GitEngine, remote: string, checkpoints: readonly Oid[]): Promise<number> {
  const fetched = await engine.resolveRefs(checkpoints.map((checkpoint) => trackingOf(remote, checkpoint)));
  let taken = 0;
  for (const [at, checkpoint] of checkpoints.entries()) {
    const oid = fetched[at];
    if (oid === undefined) continue;
    const sound = await isConversation(engine, oid);
    const steps = [
      ...(sound ? [[{ ref: conversationRefOf(checkpoint), new: oid }]] : []),
      [{ ref: trackingOf(remote, checkpoint), old: oid }],
    ];
    const done = await engine.moveRefs(steps);
    if (sound && done > 0) taken += 1;
  }
  return taken;
}
