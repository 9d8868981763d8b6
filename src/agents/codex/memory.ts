import type { SessionDraft } from '../session-draft.ts';

/** What the Codex reader remembers between records. */
export interface CodexMemory {
  /** The file's own `session_meta` was read; a fork's parent follows with a second. */
  named?: boolean;
  /** The kinds of record in which the current prompt has been seen. */
  promptChannels?: string[];
  /** Which call started the process that later calls write to, by its session id; the newest few. */
  processes?: { process: string; call: string }[];
  /** Which process a call writes to. */
  polls?: { call: string; process: string }[];
  /** Which call started a subagent, by its thread. */
  threads?: { thread: string; call: string }[];
}

const MOST = 50;

export function memoryOf(draft: SessionDraft): CodexMemory {
  return draft.state.own as CodexMemory;
}

/** Adds to a short memory, and forgets the oldest. */
export function remember<T>(list: readonly T[] | undefined, entry: T): T[] {
  return [...(list ?? []), entry].slice(-MOST);
}
