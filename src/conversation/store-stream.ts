import { open } from 'node:fs/promises';
import type { ConversationFormat } from '../agents/conversation-format.ts';
import { identify, isSameFile } from '../agents/mark.ts';
import { UNBLOCKED } from '../agents/transcript-files.ts';
import { defined } from '../core/defined.ts';
import type { StreamMark } from './mark.ts';
import { type EarlierPieces, PieceCutter } from './piece-cutter.ts';
import { MAX_PIECES } from './piece-path.ts';
import { storedLine } from './stored-record.ts';
import { type OpenTranscript, recordsFrom } from './transcript-records.ts';

/** One transcript that is to be stored. */
interface StreamSource {
  readonly path: string;
  readonly format: ConversationFormat;
  /** How far it was stored before; ignored when the file is another one since. */
  readonly mark?: StreamMark;
  /** The pieces as they were stored before, for a transcript that must be read from its beginning. */
  readonly earlier?: EarlierPieces;
  /** Writes a piece under its index. */
  readonly write: (piece: Buffer, index: number) => Promise<void>;
}

interface StoredStream {
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
    const usable =
      source.mark !== undefined && !full && (await isUsable(source.mark, source.format, { handle, stats }));
    const start = usable && source.mark !== undefined ? source.mark : NOTHING;
    // With no room for another piece all is cut anew, into longer ones.
    const earlier = usable || full ? undefined : source.earlier;
    const mark = await storeFrom({ handle, stats }, defined({ ...source, start, earlier }));
    return { mark, anew: !usable };
  } finally {
    await handle.close();
  }
}

/** A file of lines may have grown; a document is written whole each time, and then all of it may be another. */
async function isUsable(
  mark: StreamMark,
  format: ConversationFormat,
  { handle, stats }: OpenTranscript,
): Promise<boolean> {
  if (!(await isSameFile(mark, handle, stats))) return false;
  return format.records === undefined || String(stats.mtimeNs) === mark.file.modified;
}

async function storeFrom(
  transcript: OpenTranscript,
  source: StreamSource & { readonly start: Omit<StreamMark, 'file'> },
): Promise<StreamMark> {
  const { start, format, write } = source;
  let { pieces, records, bytes } = start;
  const cutter = new PieceCutter(async (piece) => {
    await write(piece, pieces);
    pieces += 1;
    bytes += piece.length;
  }, source.earlier);
  const found = recordsFrom(transcript, format, start.position);
  let next = await found.next();
  for (; next.done !== true; next = await found.next()) {
    for (const line of next.value) {
      const stored = storedLine(format, line);
      if (stored === undefined) continue;
      await cutter.add(stored);
      records += 1;
    }
  }
  await cutter.end();
  const position = next.value;
  const file = await identify(transcript.handle, transcript.stats, position.offset);
  return { file, position, pieces, records, bytes };
}
