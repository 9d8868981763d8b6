import { isObject } from '../agents/json-value.ts';
import type { ScanPosition } from '../agents/line-splitter.ts';
import type { FileIdentity } from '../agents/mark.ts';
import type { Oid } from '../core/checkpoint.ts';

/** Grows whenever records are stored in another form: then a conversation is stored anew. */
export const CONVERSATION_VERSION = 2;

/** How far one transcript was stored. */
export interface StreamMark {
  readonly file: FileIdentity;
  readonly position: ScanPosition;
  readonly pieces: number;
  readonly records: number;
  readonly bytes: number;
}

/** How far a session was stored, and with which checkpoint. */
export interface ConversationMark {
  readonly version: number;
  /** The tree of the conversation. */
  readonly tree: Oid;
  /** The checkpoint whose ref keeps that tree. */
  readonly checkpoint: Oid;
  /** By the names of the streams. */
  readonly streams: Readonly<Record<string, StreamMark>>;
}

export function isConversationMark(value: unknown): value is ConversationMark {
  return isObject(value) && value['version'] === CONVERSATION_VERSION;
}
