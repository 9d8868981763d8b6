import { type FileHandle, open } from 'node:fs/promises';
import { Failure } from '../core/failure.ts';
import type { Session } from '../core/session.ts';
import type { Agent, Opening } from './agent.ts';
import { detectAgent } from './detect-agent.ts';
import { finishSession } from './finish-session.ts';
import { identify, isCurrent, MARK_VERSION, type Mark } from './mark.ts';
import { openFeed, type RecordFeed } from './record-feed.ts';
import { loadAgent } from './registry.ts';
import { SessionDraft } from './session-draft.ts';
import { UNBLOCKED } from './transcript-files.ts';

const CHUNK = 256 * 1024;
const OPENING = 64 * 1024;
/** How gzip and zstd files begin; Codex compresses old sessions. */
const COMPRESSED = [Buffer.from([0x1f, 0x8b]), Buffer.from([0x28, 0xb5, 0x2f, 0xfd])];
const START = { offset: 0, inside: false };

interface ReadRequest {
  readonly path: string;
  /** Absent: the file's opening tells. */
  readonly agent?: string;
  /** The mark of an earlier read. One that no longer fits the file is ignored. */
  readonly resumeFrom?: Mark;
}

interface ReadResult {
  readonly session: Session;
  readonly mark: Mark;
  /** How much had to be read this time. */
  readonly bytesRead: number;
}

/** Reads a transcript, or only what is new since a mark, in bounded memory. Fails only when the file cannot be read. */
export async function readSession(request: ReadRequest): Promise<ReadResult> {
  const handle = await openTranscript(request.path);
  try {
    return await readFrom(handle, request);
  } finally {
    await handle.close();
  }
}

async function openTranscript(path: string): Promise<FileHandle> {
  try {
    return await open(path, UNBLOCKED);
  } catch (cause) {
    throw new Failure('fatal', `Cannot read the transcript '${path}'.`, { cause });
  }
}

async function readFrom(handle: FileHandle, request: ReadRequest): Promise<ReadResult> {
  const stats = await handle.stat({ bigint: true });
  if (!stats.isFile()) throw new Failure('fatal', `The transcript '${request.path}' is not a file.`);
  const opening = await readOpening(handle, request.path);
  const agent = await loadAgent(request.agent ?? (await detectAgent(opening)));
  const layout = agent.layout(opening);
  const size = Number(stats.size);
  const earlier = await usableMark(request.resumeFrom, agent, (mark) => isCurrent(mark, handle, stats));
  const draft = new SessionDraft(earlier === undefined ? undefined : structuredClone(earlier.state));
  const start = earlier?.position ?? START;
  let position = start;
  let bytesRead = 0;
  if (earlier === undefined || start.offset < size) {
    const feed = openFeed(agent, draft, { layout, start });
    bytesRead = await pour(handle, feed, { from: start.offset, to: size });
    position = feed.end();
  }
  const session = finishSession(draft, { agent: agent.name, transcript: request.path });
  const file = await identify(handle, stats, position.offset);
  const mark = { version: MARK_VERSION, agent: agent.name, layout, file, position, state: draft.state };
  return { session: (await agent.addSideFiles?.(session, draft)) ?? session, mark, bytesRead };
}

async function usableMark(
  mark: Mark | undefined,
  agent: Agent,
  isUsable: (mark: Mark) => Promise<boolean>,
): Promise<Mark | undefined> {
  return mark !== undefined && mark.agent === agent.name && (await isUsable(mark)) ? mark : undefined;
}

async function readOpening(handle: FileHandle, path: string): Promise<Opening> {
  const buffer = Buffer.alloc(OPENING);
  const { bytesRead } = await handle.read(buffer, 0, OPENING, 0);
  if (COMPRESSED.some((magic) => buffer.indexOf(magic) === 0)) {
    throw new Failure('fatal', `The transcript '${path}' is compressed.`, { hint: 'Decompress it first.' });
  }
  return { path, text: buffer.toString('utf8', 0, bytesRead) };
}

/** Up to the size the file had when the read began: a writer that never stops must not keep it going. */
async function pour(handle: FileHandle, feed: RecordFeed, range: { from: number; to: number }): Promise<number> {
  const buffer = Buffer.allocUnsafe(CHUNK);
  let at = range.from;
  while (at < range.to) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(CHUNK, range.to - at), at);
    if (bytesRead === 0) break;
    feed.push(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return at - range.from;
}
