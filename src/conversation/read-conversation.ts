import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import { parseCommit } from '../git/commit-bytes.ts';
import type { GitEngine } from '../git/engine.ts';
import { conversationRefOf } from '../store/refs.ts';
import { parseFacts, type StoredConversation } from './conversation.ts';
import { MAIN, pieceAt } from './piece-path.ts';

/** The conversation that was stored with a checkpoint, by the checkpoint's commit. */
export async function findConversation(engine: GitEngine, checkpoint: Oid): Promise<StoredConversation | undefined> {
  const [object] = await engine.readObjects([conversationRefOf(checkpoint)]);
  const commit = object?.type === 'commit' ? parseCommit(object.bytes) : undefined;
  const facts = commit === undefined ? undefined : parseFacts(commit.message);
  return object && commit && facts ? { ...facts, commit: object.oid, tree: commit.tree } : undefined;
}

/**
 * Whether a commit is a conversation and nothing else: one that came from elsewhere may be anything. Its parent, if it has one, is a
 * conversation of which it has every piece, and so on; those that are found sound are added to the sound ones.
 */
export async function isConversation(engine: GitEngine, oid: Oid, sound: Set<Oid>): Promise<boolean> {
  const walked: Oid[] = [];
  let after: ReadonlyMap<string, Oid> | undefined;
  for (let next: Oid | undefined = oid; next !== undefined; ) {
    const link = await readLink(engine, next);
    if (link === undefined || (after !== undefined && !isWithin(link.pieces, after))) return false;
    walked.push(next);
    if (sound.has(next)) break;
    after = link.pieces;
    next = link.parent;
  }
  for (const one of walked) sound.add(one);
  return true;
}

interface ConversationLink {
  readonly pieces: ReadonlyMap<string, Oid>;
  readonly parent?: Oid;
}

/** The pieces of a conversation's commit by their paths, and its parent; undefined for any other object. */
export async function readLink(engine: GitEngine, oid: Oid): Promise<ConversationLink | undefined> {
  const [object] = await engine.readObjects([oid]);
  const commit = object?.type === 'commit' ? parseCommit(object.bytes) : undefined;
  if (commit === undefined || commit.parents.length > 1 || parseFacts(commit.message) === undefined) return undefined;
  const entries = await engine.listTree(commit.tree);
  if (!entries.every(({ path, type }) => type === 'blob' && pieceAt(path) !== undefined)) return undefined;
  const pieces = new Map(entries.map((entry) => [entry.path, entry.oid]));
  return defined({ pieces, parent: commit.parents[0] });
}

/** Whether all pieces are among others, each at its place. */
export function isWithin(pieces: ReadonlyMap<string, Oid>, others: ReadonlyMap<string, Oid>): boolean {
  return [...pieces].every(([path, oid]) => others.get(path) === oid);
}

/** The pieces of a conversation in their order, by stream; the session itself comes first. */
export async function listPieces(engine: Pick<GitEngine, 'listTree'>, tree: Oid): Promise<Map<string, Oid[]>> {
  const streams = new Map<string, Oid[]>([[MAIN, []]]);
  for (const { path, oid } of await engine.listTree(tree)) {
    const piece = pieceAt(path);
    if (piece === undefined) continue;
    const pieces = streams.get(piece.stream) ?? [];
    pieces[piece.index] = oid;
    streams.set(piece.stream, pieces);
  }
  return streams;
}

/** The records of a stream, piece by piece, so that no more than one piece is in memory. */
export async function* readRecords(engine: GitEngine, pieces: readonly Oid[]): AsyncGenerator<string> {
  for (const oid of pieces) {
    const text = Buffer.from(await loadPiece(engine, oid)).toString();
    yield* text.split('\n').filter((line) => line !== '');
  }
}

async function loadPiece(engine: GitEngine, oid: Oid | undefined): Promise<Uint8Array> {
  const [object] = oid === undefined ? [] : await engine.readObjects([oid]);
  if (object?.type === 'blob') return object.bytes;
  throw new Failure('fatal', `a piece of the conversation is missing${oid === undefined ? '' : `: ${oid}`}`, {
    hint: 'Another clone or a backup may have it; `git fsck` tells what else is gone.',
  });
}
