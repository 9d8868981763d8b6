import type { AgentName } from './agent.ts';
import type { JsonObject } from './json-value.ts';

/** Where a new session is written. */
export interface SessionSite {
  /** The directory in which the agent goes on. */
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
}

/** A file that a client needs to take up a session. */
export interface CompanionFile {
  readonly path: string;
  readonly text: string;
}

/** The first and the last of the stored records that a session has. */
export interface RecordEnds {
  readonly first: JsonObject;
  readonly last: JsonObject;
}

/** A session whose transcript is written. */
export interface WrittenSession {
  readonly id: string;
  readonly path: string;
}

/** Turns the stored records of a session into those of a new one. Answers undefined for a record that is left out. */
export type RecordRewriter = (record: JsonObject) => JsonObject | undefined;

/**
 * Writes a stored conversation as a new session of its agent. Formats are nobody's promise: a writer takes only what versions
 * wrote that it was tried with.
 */
export interface SessionWriter {
  readonly agent: AgentName;
  /** The version of the client that has taken up sessions of this writer. */
  readonly tried: string;
  /** Whether records of a version have the same form; undefined where records do not name one. */
  knows(version: string | undefined): boolean;
  /** The id of a new session; a random UUID where the agent's ids have that form. */
  newId?(site: SessionSite): string;
  /** Where the transcript of a new session must lie to be found by the agent. */
  pathFor(id: string, site: SessionSite): Promise<string>;
  /** Where that of a subagent lies. */
  sidePathFor?(transcript: string, name: string, id: string): string;
  /** Subagents are sessions like others, and their names are ids: each gets a new one, also where records speak of it. */
  readonly sidesAreSessions?: boolean;
  /** What must lie beside the transcript: an index, a marker. One that is there already is left as it is. */
  companions?(session: WrittenSession, site: SessionSite, ends: RecordEnds): readonly CompanionFile[];
  rewriter(id: string, site: SessionSite): RecordRewriter;
  /** Puts the records of a session together where its transcript is one document. */
  document?(records: readonly JsonObject[], site: SessionSite): JsonObject;
  /**
   * Has the client take a session that was written into a store of its own, and answers the records that it then has. Absent where the
   * client looks for files.
   */
  adopt?(session: WrittenSession, site: SessionSite): Promise<readonly JsonObject[]>;
  /** Has the client forget a session that it took. */
  abandon?(id: string, site: SessionSite): Promise<void>;
  /**
   * The records of a session that begins with a summary of what was said before, in the way the agent compacts its own. Absent where
   * that is not known.
   */
  compacted?(ends: RecordEnds, summary: string, now: Date): readonly JsonObject[];
}
