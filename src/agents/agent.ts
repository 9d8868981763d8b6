import type { ServedName } from '../core/agent-table.ts';
import type { Session } from '../core/session.ts';
import type { ConversationFormat } from './conversation-format.ts';
import type { JsonObject } from './json-value.ts';
import type { SessionDraft } from './session-draft.ts';

/** Agents whose transcripts can be read. */
export type AgentName = ServedName | 'generic';

/** Agents that are only known because they run the hooks of Claude Code's settings. */
export type GuestName = 'grok' | 'devin' | 'cursor';

/** Whoever may run a hook. */
export type HostName = AgentName | GuestName;

/** The first bytes of a transcript as text, and its path when it has one. */
export interface Opening {
  readonly path?: string;
  readonly text: string;
}

/** A record a line, one JSON document, or plain text whose lines arrive as `{ line }`. */
export type Layout = 'lines' | 'document' | 'text';

/** What is known when a session's transcript is looked for. */
export interface TranscriptSearch {
  readonly sessionId?: string;
  readonly cwd: string;
  /** The top of the working tree: a session may have begun in any directory between it and `cwd`. */
  readonly root?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export interface FoundTranscript {
  readonly agent: AgentName;
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** Finds the transcript of the session that the environment names, else the newest that belongs to the directory. */
export type TranscriptFinder = (search: TranscriptSearch) => Promise<FoundTranscript | undefined>;

/** What the tool must know about a coding agent to read its sessions. One per agent. */
export interface Agent {
  readonly name: AgentName;
  /** Where it keeps transcripts: all there is to go by while a file is still empty. */
  readonly home?: RegExp;
  /** Whether a file that opens like this was written by the agent. */
  recognizes(opening: Opening): boolean;
  layout(opening: Opening): Layout;
  /** Whether a line of this beginning can be passed over unparsed: vendor data, large and of no use. */
  skips?(beginning: string): boolean;
  /** Takes one record into the draft. False: nothing about this record is known. Never throws on content. */
  reduce(draft: SessionDraft, record: JsonObject): boolean;
  /** Adds what the agent keeps beside the transcript: task files, subagents' own transcripts. */
  addSideFiles?(session: Session, draft: SessionDraft): Promise<Session>;
  /** How its conversations are kept; absent where they are not. */
  readonly conversation?: ConversationFormat;
}
