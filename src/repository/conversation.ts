import { readSessionStream, withLineEnds } from '../agents/read-stream.ts';
import type { ConversationFacts, StoredConversation } from '../conversation/conversation.ts';
import { MAIN } from '../conversation/piece-path.ts';
import { findConversation, listPieces, readRecords } from '../conversation/read-conversation.ts';
import type { Checkpoint } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { Session, Turn } from '../core/session.ts';
import type { Repository } from '../open/repository.ts';

/** A conversation as people and programs read it. Rewound turns are left out, long texts are cut. */
interface ConversationView extends ConversationFacts {
  /** How many turns came before the first one that is told. */
  readonly earlier: number;
  readonly turns: readonly Turn[];
}

/** Reads what was said up to a checkpoint; with `since`, only what an earlier checkpoint of the same session does not have. */
export async function readConversation(
  repository: Repository,
  checkpoint: Checkpoint,
  since?: Checkpoint,
): Promise<ConversationView> {
  const stored = await loadConversation(repository, checkpoint);
  const session = await sessionOf(repository, stored);
  const before = since === undefined ? 0 : await turnsBefore(repository, stored, since);
  const { commit: _commit, tree: _tree, ...facts } = stored;
  return { ...facts, earlier: before, turns: session.turns.slice(before) };
}

/** Whether what was said is stored with a checkpoint. */
export async function hasConversation({ engine }: Repository, { commit }: Checkpoint): Promise<boolean> {
  return (await findConversation(engine, commit)) !== undefined;
}

async function turnsBefore(repository: Repository, stored: StoredConversation, since: Checkpoint): Promise<number> {
  const earlier = await loadConversation(repository, since);
  if (earlier.session !== stored.session)
    throw new Failure('no', `checkpoint ${since.number} belongs to another session`);
  return (await sessionOf(repository, earlier)).turns.length;
}

async function loadConversation({ engine }: Repository, { commit, number }: Checkpoint): Promise<StoredConversation> {
  const found = await findConversation(engine, commit);
  if (found !== undefined) return found;
  throw new Failure('no', `checkpoint ${number} has no conversation`, {
    hint: `What its session knew: \`git checkpoint show ${number}\`.`,
  });
}

async function sessionOf({ engine }: Repository, { tree, agent }: StoredConversation): Promise<Session> {
  const pieces = (await listPieces(engine, tree)).get(MAIN) ?? [];
  return readSessionStream(withLineEnds(readRecords(engine, pieces)), agent);
}
