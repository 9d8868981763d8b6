import type { BigIntStats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { ConversationFormat } from '../agents/conversation-format.ts';
import { parseObject } from '../agents/json-value.ts';
import { LineSplitter } from '../agents/line-splitter.ts';
import { identify, isSameFile } from '../agents/mark.ts';
import { UNBLOCKED } from '../agents/transcript-files.ts';
import { defined } from '../core/defined.ts';
import type { StreamMark } from './mark.ts';
import { type EarlierPieces, PieceCutter } from './piece-cutter.ts';
import { MAX_PIECES } from './piece-path.ts';
import { storedLine } from './stored-record.ts';

const CHUNK = 256 * 1024;
/** A record with a few images in it is longer than those that tell something. */
const MAX_RECORD_LENGTH = 32 * 1024 * 1024;

/** One transcript that is to be stored. */
export interface StreamSource {
  readonly path: string;
  readonly format: ConversationFormat;
  /** How far it was stored before; ignored when the file is another one since. */
  readonly mark?: StreamMark;
  /** The pieces as they were stored before, for a transcript that must be read from its beginning. */
  readonly earlier?: EarlierPieces;
  /** Writes a piece under its index. */
  readonly write: (piece: Buffer, index: number) => Promise<void>;
}

export interface StoredStream {
  readonly mark: StreamMark;
  /** The pieces were made from the beginning; those before do not count any more. */
  readonly anew: boolean;
}

const NOTHING = { position: { offset: 0, inside: false }, pieces: 0, records: 0, bytes: 0 };

/** Stores what is new in a transcript since the mark, or all of it. */
export async function storeStream(source: StreamSource): Promise<StoredStream> {
  const handle = await open(source.path, UNBLOCKED);
  try {
    const stats = await handle.stat({ bigint: true });
    const full = (source.mark?.pieces ?? 0) >= MAX_PIECES - 1;
    const usable = source.mark !== undefined && !full && (await isSameFile(source.mark, handle, stats));
    const start = usable && source.mark !== undefined ? source.mark : NOTHING;
    // With no room for another piece all is cut anew, into longer ones.
    const earlier = usable || full ? undefined : source.earlier;
    const mark = await storeFrom(handle, stats, defined({ ...source, start, earlier }));
    return { mark, anew: !usable };
  } finally {
    await handle.close();
  }
}

async function storeFrom(
  handle: FileHandle,
  stats: BigIntStats,
  source: StreamSource & { readonly start: Omit<StreamMark, 'file'> },
): Promise<StreamMark> {
  const { start, format, write } = source;
  let { pieces, records, bytes } = start;
  const cutter = new PieceCutter(async (piece) => {
    await write(piece, pieces);
    pieces += 1;
    bytes += piece.length;
  }, source.earlier);
  let lines: string[] = [];
  const take = (line: Buffer) => {
    const stored = storedLine(format, line.toString());
    if (stored !== undefined) lines.push(stored);
  };
  const hand = async () => {
    for (const line of lines) await cutter.add(line);
    records += lines.length;
    lines = [];
  };
  const splitter = new LineSplitter(start.position, take, MAX_RECORD_LENGTH);
  const buffer = Buffer.allocUnsafe(CHUNK);
  // Up to the size the file had when the read began: a writer that never stops must not keep it going.
  for (let at = start.position.offset; at < Number(stats.size); ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(CHUNK, Number(stats.size) - at), at);
    if (bytesRead === 0) break;
    splitter.push(buffer.subarray(0, bytesRead));
    at += bytesRead;
    await hand();
  }
  // The writer may be in the middle of the last line; half an object never parses.
  if (parseObject(splitter.rest.toString()) !== undefined) {
    take(splitter.rest);
    splitter.takeRest();
    await hand();
  }
  await cutter.end();
  const { position } = splitter;
  return { file: await identify(handle, stats, position.offset), position, pieces, records, bytes };
}
