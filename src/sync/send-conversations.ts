import type { StoredConversation } from '../conversation/conversation.ts';
import { findConversation } from '../conversation/read-conversation.ts';
import { SharedForms } from '../conversation/shared-form.ts';
import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { GitEngine, RefUpdate } from '../git/engine.ts';
import { CONVERSATIONS } from '../store/refs.ts';
import { BATCH, type ConversationExchange, listOffered, SHARED } from './conversation-refs.ts';
import { remoteEngine } from './remote-engine.ts';
import { scanBytes } from './scan-bytes.ts';

/** A remote where others send at the same time is asked again so often. */
const MAX_ATTEMPTS = 5;

interface Sent {
  readonly sent: number;
  readonly withheld: readonly Oid[];
}

/** Sends the conversations of checkpoints that the remote has, and takes away those of checkpoints that it has no longer. */
export async function sendConversations(
  engine: GitEngine,
  exchange: ConversationExchange,
  offered: ReadonlyMap<Oid, Oid>,
): Promise<Sent> {
  const { places } = exchange;
  const forms = await SharedForms.open(engine, { places, mayLeave: (bytes) => scanBytes(bytes).length === 0 });
  let there = offered;
  let sent = 0;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { updates, withheld } = await planUpdates(engine, exchange, { forms, offered: there });
    if (await push(engine, exchange, [...updates, ...removals(exchange, there)])) {
      forms.remember();
      return { sent: sent + updates.length, withheld };
    }
    // Somebody was quicker with some of them; theirs stay, and the others may have arrived.
    there = await listOffered(engine, exchange.call);
    sent += updates.filter(({ ref, new: commit }) => there.get(ref.slice(SHARED.length)) === commit).length;
  }
  throw new Failure('fatal', `'${exchange.call.remote}' did not take over all conversations: others write there, too`, {
    hint: 'The checkpoints themselves arrived. Push again to send the conversations.',
  });
}

async function planUpdates(
  engine: GitEngine,
  { there }: ConversationExchange,
  { forms, offered }: { readonly forms: SharedForms; readonly offered: ReadonlyMap<Oid, Oid> },
): Promise<{ updates: RefUpdate[]; withheld: Oid[] }> {
  const local = (await engine.listRefs(CONVERSATIONS)).map(({ ref }) => ref.slice(CONVERSATIONS.length));
  const updates: RefUpdate[] = [];
  const withheld: Oid[] = [];
  const arriving = new Set(offered.values());
  const wanted = local.filter((one) => there.has(one) && !offered.has(one));
  for (const { checkpoint, conversation } of await oldestFirst(engine, wanted)) {
    const commit = await forms.make(conversation, arriving);
    if (commit === undefined) withheld.push(checkpoint);
    else {
      updates.push({ ref: `${SHARED}${checkpoint}`, new: commit });
      arriving.add(commit);
    }
  }
  return { updates, withheld };
}

/** The conversations of checkpoints; of one session, the shortest first. */
async function oldestFirst(engine: GitEngine, checkpoints: readonly Oid[]) {
  const found: { checkpoint: Oid; conversation: StoredConversation }[] = [];
  for (const checkpoint of checkpoints) {
    const conversation = await findConversation(engine, checkpoint);
    if (conversation !== undefined) found.push({ checkpoint, conversation });
  }
  return found.toSorted((one, other) => one.conversation.records - other.conversation.records);
}

/** A checkpoint that was dropped takes its conversation along. */
function removals({ there }: ConversationExchange, offered: ReadonlyMap<Oid, Oid>): RefUpdate[] {
  const gone = [...offered].filter(([checkpoint]) => !there.has(checkpoint));
  return gone.map(([checkpoint, oid]) => ({ ref: `${SHARED}${checkpoint}`, old: oid }));
}

/** Whether each update arrived. */
async function push(engine: GitEngine, { call }: ConversationExchange, all: readonly RefUpdate[]): Promise<boolean> {
  let arrived = true;
  for (let at = 0; at < all.length; at += BATCH) {
    const { kind } = await remoteEngine(engine).push(call, { updates: all.slice(at, at + BATCH), atomic: false });
    arrived &&= kind === 'done';
  }
  return arrived;
}
