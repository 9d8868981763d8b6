import type { changeJson } from '../core/change-json.ts';
import type { CheckpointJson } from '../core/checkpoint-json.ts';
import type { Analysis, Trigger } from '../core/note.ts';
import type { Operation, OperationCheckpoint } from '../core/operation.ts';
import type { Turn } from '../core/session.ts';

/** By this header the server knows its own page. */
export type TokenHeader = 'git-checkpoint-token';

export type ChangeJson = ReturnType<typeof changeJson>;

/** Counts of lines and files. */
export interface CountJson {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

/** A row of the timeline. */
export interface RowJson {
  readonly number: number;
  readonly commit: string;
  /** Why it cannot be read; then nothing below is there. */
  readonly damage?: string;
  readonly created?: string;
  readonly summary?: string;
  readonly trigger?: Trigger;
  /** Why it was saved, in a word or two. */
  readonly why?: string;
  readonly branch?: string;
  readonly worktree?: string;
  readonly base?: string | null;
  readonly agent?: string;
  readonly session?: string;
  readonly intent?: string;
  readonly context_percent?: number;
  readonly kept?: boolean;
  readonly pending?: boolean;
  /** Who made it, where somebody else did. */
  readonly by?: string;
  /** How the last test run before it ended. */
  readonly tests?: 'passed' | 'failed';
  /** The newest turn of its session that something is known from. */
  readonly turn?: number;
  /** What became of branch and HEAD since the checkpoint before in the same worktree; absent when nothing did. */
  readonly head?: HeadMoveJson;
  /** Against the checkpoint before in the same worktree. */
  readonly since?: CountJson & { readonly number?: number; readonly paths: readonly string[] };
}

export interface TimelineJson {
  readonly rows: readonly RowJson[];
  /** Give it as `before` to read on; absent at the end. */
  readonly before?: number;
}

interface CommitJson {
  readonly commit: string;
  readonly subject: string;
}

export type HeadMoveJson =
  | { readonly kind: 'committed'; readonly commits: readonly CommitJson[] }
  /** By a reset, a rebase, a pull: not by commits on top of the one before. */
  | { readonly kind: 'moved'; readonly to: CommitJson }
  | { readonly kind: 'switched'; readonly from: string };

export interface OverviewJson {
  readonly name: string;
  readonly root: string;
  readonly version: string;
  readonly read_only: boolean;
  readonly total: number;
  readonly branch: string;
  /** The newest checkpoint of this worktree and what was changed since. */
  readonly newest?: { readonly number: number; readonly summary: string; readonly created: string };
  readonly changes: readonly ChangeJson[];
  /** Why the changes cannot be told, as on a full disk. */
  readonly problem?: string;
  /** Sessions that have not ended, the last seen first. */
  readonly sessions: readonly { readonly agent: string; readonly id: string; readonly context_percent?: number }[];
  readonly remote?: string;
  readonly llm: 'on' | 'off';
  readonly operations: readonly Operation[];
  /** Work of other sessions in this worktree that nobody went on with. */
  readonly lines: readonly LineJson[];
  readonly crashed: readonly CrashedJson[];
}

/** A line of work beside the one that goes on here. */
export interface LineJson {
  readonly number: number;
  readonly summary: string;
  readonly created: string;
  readonly branch: string;
  readonly agent?: string;
  readonly session?: string;
  readonly task?: string;
  /** Its session runs at this moment. */
  readonly running: boolean;
}

/** A session that died. */
export interface CrashedJson {
  readonly id: string;
  readonly agent: string;
  readonly branch: string;
  readonly seen: string;
  readonly duration_ms: number;
  readonly checkpoint?: number;
  /** What its working tree has beyond its newest checkpoint; absent when there is no working tree any more. */
  readonly unsaved?: 'nothing' | 'everything' | CountJson;
}

export interface CheckpointPageJson {
  readonly checkpoint: CheckpointJson & { readonly files: readonly ChangeJson[] };
  /** What the checkpoint before knew, to tell what is new and what is gone. */
  readonly previous?: { readonly number: number; readonly analysis: Analysis };
  /** What was said is stored with it. */
  readonly conversation: boolean;
}

export interface PatchJson {
  readonly changes: readonly ChangeJson[];
  readonly patch: string;
  /** The patch is longer than a page shows. */
  readonly cut: boolean;
  /** Files whose lines an exported page does not have. */
  readonly folded?: readonly string[];
}

export interface PackJson {
  readonly text: string;
  readonly tokens: number;
  readonly chars: number;
  readonly sections: readonly {
    readonly section: string;
    readonly name: string;
    readonly level: string;
    readonly tokens: number;
    readonly left_out: string;
  }[];
}

interface PlanStepJson {
  readonly action: string;
  readonly path: string;
  readonly added?: number;
  readonly removed?: number;
  /** What no commit has and would be replaced or deleted. */
  readonly loses?: 'edits' | 'untracked';
}

export interface PlanJson {
  readonly number: number;
  readonly commit: string;
  readonly summary: string;
  readonly created: string;
  readonly branch: string;
  /** What confirms exactly this plan. */
  readonly digest: string;
  /** The checkpoint that will hold what is there now, unless somebody saves before. */
  readonly safety: number;
  readonly steps: readonly PlanStepJson[];
  readonly kept: readonly string[];
  readonly refusals: readonly string[];
  readonly conflicts: readonly string[];
  readonly configuration: readonly string[];
  /** The commit now is another than the checkpoint's. */
  readonly moved?: {
    readonly branch: string;
    readonly from_branch: string;
    /** Commits that HEAD has and the checkpoint's has not, and the other way round. */
    readonly ahead: number;
    readonly behind: number;
  };
}

/** What undo would undo. */
export interface UndoPlanJson {
  /** Names the operation; absent for a restore that is not on record. */
  readonly operation?: number;
  readonly about: string;
  readonly time?: string;
  readonly checkpoints: readonly OperationCheckpoint[];
  /** Of a restore. */
  readonly plan?: PlanJson;
}

export interface AppliedJson {
  /** By which it can be undone. */
  readonly operation?: number;
  /** The checkpoint that holds what was there before. */
  readonly safety?: number;
  readonly verified: boolean;
  readonly differences: readonly string[];
}

export interface HitJson {
  readonly number: number;
  readonly where: string;
  readonly line?: number;
  readonly text: string;
  readonly at: number;
}

export interface FindingJson {
  readonly state: 'ok' | 'note' | 'wrong';
  readonly text: string;
  readonly hint?: string;
  /** Of a hook that was tried: how long it took, and how long it may. */
  readonly milliseconds?: number;
  readonly limit?: number;
}

/** What the checkpoints take of the disk, in bytes. */
export interface UsageJson {
  readonly parts: readonly { readonly name: string; readonly bytes: number }[];
  /** In the object stores of repositories inside of the working tree. */
  readonly nested: number;
  readonly repository: number;
  readonly budget: number;
  readonly prunable: { readonly checkpoints: number; readonly bytes: number };
}

/** What a push would send; nothing is there where checkpoints are not shared. */
export interface SharingJson {
  readonly remote?: string;
  readonly outgoing?: number;
  readonly incoming?: number;
  readonly secrets?: readonly {
    readonly number: number;
    readonly path: string;
    readonly line: number;
    readonly kind: string;
  }[];
}

export interface ConversationJson {
  readonly agent: string;
  readonly session: string;
  readonly bytes: number;
  readonly turns: readonly Turn[];
}

export interface FailureJson {
  readonly error: { readonly kind: string; readonly message: string; readonly hint?: string };
}
