import type { SessionDraft } from '../session-draft.ts';

/** What the Codex reader remembers between records. */
interface CodexMemory {
  /** The file's own `session_meta` was read; a fork's parent follows with a second. */
  named?: boolean;
  /** The newest prompt, and the kinds of record in which it has been seen. */
  prompt?: { turn: number; mark: string; channels: string[] };
  /** The client said that it began to work, and not yet that it ended. */
  running?: boolean;
  /** Which call started the process that later calls write to, by its session id; the newest few. */
  processes?: { process: string; call: string }[];
  /** Which process a call writes to. */
  polls?: { call: string; process: string }[];
  /** Which call started a subagent, by the name under which that reports. */
  threads?: { thread: string; call: string }[];
}

const MAX = 50;

/** A program that still runs is waited for like a process, under a name of its own. */
export function cellName(cell: unknown): string {
  return `cell ${String(cell)}`;
}

export function memoryOf(draft: SessionDraft): CodexMemory {
  return draft.state.own as CodexMemory;
}

/** Adds to a short memory, and forgets the oldest. */
export function remember<T>(list: readonly T[] | undefined, entry: T): T[] {
  return [...(list ?? []), entry].slice(-MAX);
}

/** A call writes to a process, or waits for it. */
export function rememberPoll(draft: SessionDraft, call: string, process: string): void {
  const memory = memoryOf(draft);
  memory.polls = remember(memory.polls, { call, process });
}
