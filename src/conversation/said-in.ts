import { parseObject } from '../agents/json-value.ts';
import type { Oid } from '../core/checkpoint.ts';
import type { GitEngine } from '../git/engine.ts';
import { findConversation, listPieces, readRecords } from './read-conversation.ts';

/** A shorter text is a name, an id or a mark. */
const MIN_LENGTH = 3;

/** The lines of all texts in the conversation of a checkpoint, record by record, without the pieces that were seen before. */
export async function* saidIn(engine: GitEngine, checkpoint: Oid, seen: Set<Oid>): AsyncGenerator<string[]> {
  const found = await findConversation(engine, checkpoint);
  if (found === undefined) return;
  for (const pieces of (await listPieces(engine, found.tree)).values()) {
    const fresh = pieces.filter((piece) => !seen.has(piece));
    for (const piece of fresh) seen.add(piece);
    for await (const line of readRecords(engine, fresh)) yield [...new Set(linesIn(parseObject(line)))];
  }
}

function linesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n').filter((line) => line.trim().length >= MIN_LENGTH);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(linesIn) : [];
}
