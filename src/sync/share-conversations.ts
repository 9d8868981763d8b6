import { isConversation } from '../conversation/read-conversation.ts';
import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine } from '../git/engine.ts';
import { readLocalLines } from '../local/local-lines.ts';
import { CHECKPOINTS, CONVERSATIONS, conversationRefOf, TRACKING } from '../store/refs.ts';
import { BATCH, type ConversationExchange, listOffered, SHARED } from './conversation-refs.ts';
import { remoteEngine } from './remote-engine.ts';
import { sendConversations } from './send-conversations.ts';

export interface ConversationsShared {
  readonly sent: number;
  readonly received: number;
  /** Commits of checkpoints whose conversation was kept here, because a secret is in it. */
  readonly withheld: readonly Oid[];
}

/** Sends the conversations of shared checkpoints, and takes over those of checkpoints that are here. After the checkpoints themselves. */
export async function shareConversations(
  engine: GitEngine,
  exchange: ConversationExchange,
): Promise<ConversationsShared> {
  const offered = await listOffered(engine, exchange.call);
  const received = exchange.fetch ? await receive(engine, exchange, offered) : 0;
  const { sent, withheld } = exchange.push
    ? await sendConversations(engine, exchange, offered)
    : { sent: 0, withheld: [] };
  return { sent, received, withheld };
}

async function receive(
  engine: GitEngine,
  { call }: ConversationExchange,
  offered: ReadonlyMap<Oid, Oid>,
): Promise<number> {
  const here = new Set((await engine.listRefs(CHECKPOINTS)).map(({ oid }) => oid));
  const own = await engine.listRefs(CONVERSATIONS);
  const known = new Set(own.map(({ ref }) => ref.slice(CONVERSATIONS.length)));
  const sound = new Set(own.map(({ oid }) => oid));
  // Of what was made here the conversation is here, or there is none: another one would be somebody else's.
  const made = new Set(readLocalLines(engine, 'made'));
  const wanted = [...offered.keys()].filter(
    (checkpoint) => here.has(checkpoint) && !known.has(checkpoint) && !made.has(checkpoint),
  );
  let received = 0;
  for (let at = 0; at < wanted.length; at += BATCH) {
    const group = wanted.slice(at, at + BATCH);
    const refspecs = group.map((checkpoint) => `+${SHARED}${checkpoint}:${trackingOf(call.remote, checkpoint)}`);
    const outcome = await remoteEngine(engine).fetch(call, { refspecs, prune: false });
    if (outcome.kind === 'done') received += await takeOver(engine, call.remote, { checkpoints: group, sound });
  }
  return received;
}

function trackingOf(remote: string, checkpoint: Oid): string {
  return `${TRACKING}${remote}/conversation/${checkpoint}`;
}

/** What is not a conversation is let go of again. */
async function takeOver(
  engine: GitEngine,
  remote: string,
  { checkpoints, sound }: { readonly checkpoints: readonly Oid[]; readonly sound: Set<Oid> },
): Promise<number> {
  const fetched = await engine.resolveRefs(checkpoints.map((checkpoint) => trackingOf(remote, checkpoint)));
  let taken = 0;
  for (const [at, checkpoint] of checkpoints.entries()) {
    const oid = fetched[at];
    if (oid === undefined) continue;
    const isSound = await isConversation(engine, oid, sound);
    const steps = [
      ...(isSound ? [[{ ref: conversationRefOf(checkpoint), new: oid }]] : []),
      [{ ref: trackingOf(remote, checkpoint), old: oid }],
    ];
    const done = await engine.moveRefs(steps);
    if (isSound && done > 0) taken += 1;
  }
  return taken;
}
