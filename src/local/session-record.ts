import type { Owner } from './owner.ts';

/** What is known of a session, of an agent or of `watch`: one small file for each in the repository. */
export interface SessionRecord {
  /** Names the record among those of its agent; the session's id unless several processes may share that. */
  readonly key: string;
  /** `claude-code`, `codex` …; the command's name for a watched one. */
  readonly agent: string;
  readonly id: string;
  /** The session that went on here: before /clear, or before a fork. */
  readonly previousId?: string | undefined;
  /** What it goes on from since its start: a checkpoint and the session of that, or nothing; absent when it is not known. */
  readonly handed?: { readonly checkpoint?: number; readonly agent?: string; readonly session?: string } | undefined;
  /** The newest checkpoint that holds work of its own, and how many prompts there were then. */
  readonly work?: { readonly checkpoint: number; readonly prompts: number } | undefined;
  readonly transcript?: string | undefined;
  /** The process whose death ends the session; absent when it is not known. */
  readonly process?: Owner | undefined;
  /** Where it began. */
  readonly worktree: string;
  /** Empty on a detached HEAD. */
  readonly branch: string;
  /** ISO times. */
  readonly started: string;
  readonly seen: string;
  /** It began here and has not ended: once its process is gone, it crashed. */
  readonly open: boolean;
  readonly ended?: string | undefined;
  /** Why it ended, in the agent's word. */
  readonly reason?: string | undefined;
  /** The longest silence, in milliseconds, that a living session keeps; absent when it may be silent as long as its user. */
  readonly beatEvery?: number | undefined;
  /** Its newest checkpoint. */
  readonly checkpoint?: number | undefined;
  /** PATH and the settings in the environment of its hooks, when it began. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Roots of other repositories in which it was. */
  readonly elsewhere?: readonly string[] | undefined;
  /** Files that it modified, at most 200. */
  readonly files: readonly string[];
  /** Prompts that were seen. */
  readonly prompts: number;
  /** The newest checkpoint that hooks made for it. */
  readonly saved?: SavedByHook | undefined;
  /** The context is above the threshold, and that was saved. */
  readonly aboveThreshold?: boolean | undefined;
  /** The agent was asked to store what it knows, since the context is above the threshold. */
  readonly asked?: boolean | undefined;
  /** The pending checkpoint about which the user was asked. */
  readonly askedAbout?: number | undefined;
  /** What the user is still to be told, with the next event at which something is shown. */
  readonly pendingNotice?: string | undefined;
  /** When a compaction was announced last. */
  readonly announced?: string | undefined;
  /** The last save before a compaction that came to an end, and why it failed if it did. */
  readonly compaction?: { readonly job: string; readonly failed?: string } | undefined;
  /** How the start or compaction began whose text could not be handed over; it is due at the next prompt. */
  readonly resumePending?: string | undefined;
}

/** What a hook saved, for the line that reports it. */
export interface SavedByHook {
  readonly number: number;
  readonly summary: string;
  readonly trigger: string;
  readonly pending: boolean;
  readonly at: string;
  /** Against the checkpoint before, when there was one; else against HEAD. */
  readonly since?: number;
  /** When that one was made. */
  readonly sinceAt?: string;
  /** Where a digest of the session was sent. */
  readonly sentTo?: string;
  /** Files that could not be read or stored, and why, in words. */
  readonly unreadable?: readonly string[];
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  readonly nextSteps?: number;
  readonly decisions?: number;
  /** Of the changed files. */
  readonly bytes?: number;
  /** Files that a person may miss, in words, and how many there are beside them. */
  readonly leftOut?: readonly string[];
  readonly leftOutBeside?: number;
}

/** A record as it is when a session begins, or is seen first. */
export function newSessionRecord(
  session: Pick<SessionRecord, 'agent' | 'id' | 'worktree'> & Partial<SessionRecord>,
  now: Date,
): SessionRecord {
  const time = now.toISOString();
  return { key: session.id, branch: '', started: time, seen: time, open: false, files: [], prompts: 0, ...session };
}
