import type { ConversationFormat } from '../agents/conversation-format.ts';
import { parseObject } from '../agents/json-value.ts';
import { replaceLargeMedia } from './large-media.ts';
import { redactRecord } from './redact-record.ts';

/** A line of a transcript as it is stored; undefined when it is no record, or none that the agent needs to go on. */
export function storedLine(format: ConversationFormat, line: string): string | undefined {
  const record = parseObject(line);
  try {
    const kept = record === undefined ? undefined : format.stored(record);
    if (kept === undefined) return undefined;
    const small = replaceLargeMedia(kept);
    // What nothing was taken from stays byte for byte.
    return redactRecord(small === record ? line.replace(/^\ufeff/, '').trim() : JSON.stringify(small));
  } catch (error) {
    // A record that is nested too deep, or has too many escapes, to be searched for secrets is left out, and not all the others.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
