import type { ConversationFormat } from '../agents/conversation-format.ts';
import { loadAgent } from '../agents/registry.ts';
import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import type { Session } from '../core/session.ts';
import { editTree, type Leaf } from '../git/edit-tree.ts';
import type { GitEngine } from '../git/engine.ts';
import { REGULAR } from '../git/tree-bytes.ts';
import { findStoredMark, saveStoredMark } from '../local/transcript-marks.ts';
import { redact } from '../redaction/redact.ts';
import { conversationRefOf } from '../store/refs.ts';
import { type ConversationFacts, renderFacts } from './conversation.ts';
import { CONVERSATION_VERSION, type ConversationMark, isConversationMark, type StreamMark } from './mark.ts';
import { MAIN, piecePath } from './piece-path.ts';
import { listPieces } from './read-conversation.ts';
import { storeStream } from './store-stream.ts';

/** A conversation whose objects are written and which waits for its checkpoint. */
export interface ConversationDraft {
  readonly tree: Oid;
  readonly message: string;
  readonly facts: ConversationFacts;
  /** Everything that was written for it. */
  readonly objects: readonly Oid[];
  /** Remembers how far it is stored, once the checkpoint with this commit keeps it. */
  remember(checkpoint: Oid): void;
}

/** Stores the conversation of a session as far as it goes: what is new since the last time, or all of it. */
export async function storeConversation(engine: GitEngine, session: Session): Promise<ConversationDraft | undefined> {
  const { transcript } = session;
  const { conversation: format } = await loadAgent(session.agent);
  if (transcript === undefined || format === undefined) return undefined;
  const mark = await findUsableMark(engine, transcript);
  const writer = recordingWriter(engine);
  const stored = await storeStreams(writer, { transcript, format, mark });
  if (stored.streams[MAIN]?.records === 0) return undefined;
  const tree = await editTree(writer, stored.base, stored.edits);
  const facts = factsOf(session, stored.streams);
  return {
    tree,
    facts,
    message: renderFacts(facts),
    objects: [...writer.written],
    remember: (checkpoint) => {
      const next: ConversationMark = { version: CONVERSATION_VERSION, tree, checkpoint, streams: stored.streams };
      saveStoredMark(engine.place, transcript, next);
    },
  };
}

/** A mark counts while a ref keeps what it speaks of: of a dropped checkpoint a gc may have taken any part. */
async function findUsableMark(engine: GitEngine, transcript: string): Promise<ConversationMark | undefined> {
  const mark = findStoredMark(engine.place, transcript);
  if (!isConversationMark(mark)) return undefined;
  const [kept] = await engine.readObjects([`${conversationRefOf(mark.checkpoint)}^{tree}`]);
  return kept?.oid === mark.tree ? mark : undefined;
}

interface Source {
  readonly transcript: string;
  readonly format: ConversationFormat;
  readonly mark: ConversationMark | undefined;
}

interface StoredStreams {
  readonly streams: Readonly<Record<string, StreamMark>>;
  /** The tree that the edits are made on; none when all is written anew. */
  readonly base: Oid | undefined;
  readonly edits: ReadonlyMap<string, Leaf>;
}

async function storeStreams(writer: RecordingWriter, { transcript, format, mark }: Source): Promise<StoredStreams> {
  const sides = ((await format.sideTranscripts?.(transcript)) ?? []).filter(({ name }) => name !== MAIN);
  const streams: Record<string, StreamMark> = {};
  const written = new Map<string, Leaf>();
  let anew = mark === undefined;
  const before = mark === undefined ? undefined : lazily(() => listPieces(writer, mark.tree));
  for (const { name, path } of [{ name: MAIN, path: transcript }, ...sides]) {
    const known = mark?.streams[name];
    const stored = await storeStream(
      defined({
        path,
        format,
        mark: known,
        earlier: before && (async (index: number) => readPiece(writer, (await before()).get(name)?.[index])),
        write: async (piece: Buffer, index: number) => {
          written.set(piecePath(name, index), { mode: REGULAR, oid: await writer.writeObject('blob', piece) });
        },
      }),
    );
    streams[name] = stored.mark;
    anew ||= stored.anew && known !== undefined;
  }
  if (!anew) return { streams, base: mark?.tree, edits: written };
  return { streams, base: undefined, edits: new Map([...(await unchanged(streams, before)), ...written]) };
}

/** The pieces of streams that went on as they were, when another stream had to be written anew. */
async function unchanged(
  streams: Readonly<Record<string, StreamMark>>,
  before: (() => Promise<Map<string, Oid[]>>) | undefined,
): Promise<Map<string, Leaf>> {
  const kept = new Map<string, Leaf>();
  for (const [name, pieces] of (await before?.()) ?? []) {
    for (const [index, oid] of pieces.slice(0, streams[name]?.pieces ?? 0).entries())
      kept.set(piecePath(name, index), { mode: REGULAR, oid });
  }
  return kept;
}

async function readPiece(engine: Pick<GitEngine, 'readObjects'>, oid: Oid | undefined) {
  if (oid === undefined) return undefined;
  const [object] = await engine.readObjects([oid]);
  return object?.bytes;
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

type RecordingWriter = Pick<GitEngine, 'readObjects' | 'objectFormat' | 'writeObject' | 'listTree'> & {
  readonly written: ReadonlySet<Oid>;
};

function recordingWriter(engine: GitEngine): RecordingWriter {
  const written = new Set<Oid>();
  return {
    written,
    objectFormat: engine.objectFormat,
    readObjects: (names) => engine.readObjects(names),
    listTree: (tree, paths) => engine.listTree(tree, paths),
    writeObject: async (type, bytes) => {
      const oid = await engine.writeObject(type, bytes);
      written.add(oid);
      return oid;
    },
  };
}

function factsOf(session: Session, streams: Readonly<Record<string, StreamMark>>): ConversationFacts {
  const sum = (count: (mark: StreamMark) => number) =>
    Object.values(streams).reduce((total, mark) => total + count(mark), 0);
  const clean = (text: string | undefined) => (text === undefined ? undefined : redact(text).text);
  return defined({
    agent: session.agent,
    agentVersion: clean(session.agentVersion),
    session: redact(session.id).text,
    directory: clean(session.cwd),
    records: sum((mark) => mark.records),
    bytes: sum((mark) => mark.bytes),
  });
}
