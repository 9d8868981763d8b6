import { analysisFields, type ListField, type TextField } from './analysis-fields.ts';

/** Why a checkpoint was saved. */
export const triggers = [
  'manual',
  'clear',
  'session-end',
  'compact',
  'threshold',
  'turn',
  'interval',
  'phase',
  'decision',
  'shift',
  'restore',
  'mcp',
  'recover',
] as const;
export type Trigger = (typeof triggers)[number];

/** Somebody asked for it; all others are automatic. */
export const triggersOfPeople: readonly Trigger[] = ['manual', 'mcp', 'phase', 'decision', 'shift'];

export const modes = ['summary', 'stateful'] as const;
export type Mode = (typeof modes)[number];

export const sources = ['llm', 'offline', 'agent', 'user'] as const;
type Source = (typeof sources)[number];

export const artifactStatuses = ['created', 'modified', 'deleted', 'renamed'] as const;
export type ArtifactStatus = (typeof artifactStatuses)[number];

export const skipReasons = [
  'too-large',
  'excluded',
  'secret',
  'nested-repository',
  'unreadable',
  'unstorable',
  'refused',
  'over-total',
  'redacted',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** One row of the artifact trail. */
export interface Artifact {
  readonly path: string;
  readonly status: ArtifactStatus;
  /** Lines, as git counts them; absent for a binary file. */
  readonly added?: number;
  readonly removed?: number;
  /** In words; empty when only the counts are known. */
  readonly change: string;
}

/** Who or what says so. `session` is the transcript's own record, such as how a turn ended; `summary` one that the agent compacted its context into. */
export const evidenceSources = [
  'user',
  'agent',
  'command',
  'git',
  'files',
  'tasks',
  'plan',
  'question',
  'summary',
  'session',
] as const;

/** Where an item of the analysis comes from. */
export interface Evidence {
  readonly by: (typeof evidenceSources)[number];
  /** Counted from 1; the words of a user or an agent that belong to no turn were given with the save. */
  readonly turn?: number;
  /** It comes from a session before the one that was saved. */
  readonly earlier?: boolean;
  /** The command that failed, where the item speaks of one. */
  readonly command?: string;
  /** When it was given, where it is older than the checkpoint. */
  readonly at?: string;
  /** It was decided otherwise later; kept for the record, and not told as current. */
  readonly superseded?: boolean;
  /** A request that the agent ended its turn on: nothing of it runs any more. */
  readonly answered?: boolean;
}

/** What the session knew, field by field of the table; all of them are always there, an unknown text is empty. */
type Knowledge = { readonly [Name in TextField]: string } & { readonly [Name in ListField]: readonly string[] };

export interface Analysis extends Knowledge {
  readonly source: Source;
  readonly artifacts: readonly Artifact[];
  /** Where an item comes from, by `field` or `field.index`; `summary` is the summary line of the note. */
  readonly evidence?: Readonly<Record<string, Evidence>>;
  /** Why a model that was asked did not write it. */
  readonly model_error?: string;
}

/** How a command ended, where its exit status is not known or does not say it: a pipe hides a failure. */
export const commandOutcomes = ['ok', 'failed', 'refused', 'unfinished'] as const;

/** A command of the session and how it ended. */
export interface RecentCommand {
  readonly command: string;
  readonly exit?: number;
  readonly outcome?: (typeof commandOutcomes)[number];
  /** The line of its output that says what went wrong. */
  readonly error?: string;
  /** The first lines of what it printed, where the next session would have to run it again for them. */
  readonly result?: string;
}

export interface GitStatusLists {
  readonly staged: readonly string[];
  readonly modified: readonly string[];
  readonly untracked: readonly string[];
  readonly deleted: readonly string[];
  readonly conflicted: readonly string[];
}

/** Where the work stood: place, branch, commands. */
export interface Context {
  readonly working_directory: string;
  readonly worktree: string;
  /** Empty on a detached HEAD. */
  readonly branch: string;
  /** Empty on an unborn branch. */
  readonly commit: string;
  readonly upstream_ahead?: number;
  readonly upstream_behind?: number;
  readonly relevant_packages: readonly string[];
  readonly recent_commands: readonly RecentCommand[];
  readonly git_status: GitStatusLists;
  readonly state_files?: readonly { readonly path: string; readonly size: number }[];
}

/** Which agent session the checkpoint belongs to. */
export interface SessionFacts {
  readonly agent: string;
  readonly agent_version?: string;
  readonly id: string;
  readonly previous_id?: string;
  readonly transcript?: string;
  readonly started?: string;
  readonly duration_ms?: number;
  readonly model?: string;
  readonly context_tokens?: number;
  readonly context_window?: number;
}

/** What an agent was given of a checkpoint to go on from. */
export interface Handoff {
  readonly to: string;
  readonly at: string;
  /** Of the text, as they are counted for its limits. */
  readonly tokens: number;
}

export interface SkippedFile {
  readonly path: string;
  readonly size: number;
  readonly why: SkipReason;
}

/** A repository inside of the working tree. Its content lies in its own object store, in a commit under a ref of ours there. */
export interface NestedRepository {
  readonly path: string;
  readonly commit: string;
  readonly tree: string;
  /** How many files differ from its own HEAD. */
  readonly files: number;
}

export interface Totals {
  readonly files: number;
  readonly bytes: number;
  readonly added: number;
  readonly removed: number;
}

/** A section of a document that somebody handed in, kept as it is. */
export interface OtherSection {
  /** With its level: `## Open questions`. */
  readonly heading: string;
  readonly text: string;
}

/** The document attached to a checkpoint's commit, schema 1. */
export interface Note {
  readonly schema: 1;
  readonly uid: string;
  readonly created: string;
  readonly trigger: Trigger;
  readonly mode: Mode;
  readonly pending: boolean;
  /** How often the note was changed after it was saved; absent means never. Of two versions the higher one wins. */
  readonly revision?: number;
  /** Set by `keep`: never pruned, whatever the trigger. */
  readonly kept?: boolean;
  readonly anchor?: string;
  readonly summary: string;
  readonly description: string;
  readonly analysis: Analysis;
  readonly context: Context;
  readonly session?: SessionFacts;
  readonly session_files?: {
    readonly edited: readonly string[];
    readonly read: readonly { readonly path: string; readonly lines: string }[];
  };
  /** When the look at the working tree began, to the millisecond: what was last touched before is in the tree as it is. */
  readonly captured_at?: string;
  readonly modified_at?: Readonly<Record<string, string>>;
  readonly files_modified: readonly string[];
  readonly tags?: readonly string[];
  /** Sections of a document that Checkpoint Format 1.0.0 does not know. */
  readonly sections?: readonly OtherSection[];
  /** Repositories inside of the working tree that were captured, too; absent where there were none. */
  readonly nested?: readonly NestedRepository[];
  readonly skipped: readonly SkippedFile[];
  readonly totals: Totals;
  readonly memory?: { readonly heap_used: number; readonly rss: number };
  /** To which agents it was handed over, newest last. */
  readonly handoffs?: readonly Handoff[];
  readonly redactions: number;
}

export const emptyAnalysis = {
  source: 'offline',
  ...Object.fromEntries(analysisFields.map(({ name, kind }) => [name, kind === 'text' ? '' : []])),
} as unknown as Analysis;

/** Longer notes are refused before they are parsed. */
export const MAX_NOTE_BYTES = 64 * 1024;
