import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { ConversationFormat } from '../agents/conversation-format.ts';
import { parseObject } from '../agents/json-value.ts';
import { LineSplitter, type ScanPosition } from '../agents/line-splitter.ts';

const CHUNK = 256 * 1024;
/** A record with a few images in it is longer than those that tell something. */
const MAX_RECORD_LENGTH = 32 * 1024 * 1024;

/** A transcript that is open, as long as it was when the read began: a writer that never stops must not keep it going. */
export interface OpenTranscript {
  readonly handle: FileHandle;
  readonly stats: BigIntStats;
}

/** The records from a position on, some at a time; at its end the position from which to go on. */
export async function* recordsFrom(
  transcript: OpenTranscript,
  format: ConversationFormat,
  start: ScanPosition,
): AsyncGenerator<readonly string[], ScanPosition> {
  if (format.records === undefined) return yield* linesFrom(transcript, start);
  const document = parseObject(await readAll(transcript));
  if (document !== undefined) yield format.records(document).map((record) => JSON.stringify(record));
  return { offset: Number(transcript.stats.size), inside: false };
}

async function* linesFrom(transcript: OpenTranscript, start: ScanPosition): AsyncGenerator<string[], ScanPosition> {
  let lines: string[] = [];
  const splitter = new LineSplitter(start, (line) => lines.push(line.toString()), MAX_RECORD_LENGTH);
  for await (const chunk of chunksFrom(transcript, start.offset)) {
    splitter.push(chunk);
    yield lines;
    lines = [];
  }
  // The writer may be in the middle of the last line; half an object never parses.
  const rest = splitter.rest.toString();
  if (parseObject(rest) !== undefined) {
    splitter.takeRest();
    yield [rest];
  }
  return splitter.position;
}

/** All of a document; nothing of one that is too long. */
async function readAll(transcript: OpenTranscript): Promise<string> {
  if (Number(transcript.stats.size) > MAX_RECORD_LENGTH) return '';
  const chunks: Buffer[] = [];
  for await (const chunk of chunksFrom(transcript, 0)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

/** The bytes from a position on. A chunk is overwritten by the next one. */
async function* chunksFrom({ handle, stats }: OpenTranscript, from: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (let at = from; at < Number(stats.size); ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(CHUNK, Number(stats.size) - at), at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
