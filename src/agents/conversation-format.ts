import type { JsonObject } from './json-value.ts';

/** A transcript that belongs to another one, such as a subagent's. */
export interface SideTranscript {
  /** Tells it from the others of its session; letters, digits, dots, dashes and underscores. */
  readonly name: string;
  readonly path: string;
}

/** How the conversation of an agent is kept. */
export interface ConversationFormat {
  /** The records of a transcript that is one document, rewritten whole each time; absent where a line is a record. */
  records?(document: JsonObject): readonly JsonObject[];
  /**
   * The record as it is stored: the same object when nothing is taken out, undefined when the client goes on without it. Texts of
   * the vendor, such as system prompts and tool schemas, are not stored.
   */
  stored(record: JsonObject): JsonObject | undefined;
  /**
   * A stored record as others may have it: without hidden reasoning, which only the machine that made it can use. Undefined for a
   * record that has nothing else in it.
   */
  shared(record: JsonObject): JsonObject | undefined;
  /** What subagents wrote into transcripts of their own. */
  sideTranscripts?(transcript: string): Promise<readonly SideTranscript[]>;
}
