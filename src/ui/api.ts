import type { changeJson } from '../core/change-json.ts';
import type { CheckpointJson } from '../core/checkpoint-json.ts';
import type { Analysis, Trigger } from '../core/note.ts';
import type { Operation } from '../core/operation.ts';

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
  /** A test failed last before it was saved. */
  readonly tests_failed?: boolean;
  /** Against the checkpoint before in the same worktree. */
  readonly since?: CountJson & { readonly number?: number; readonly paths: readonly string[] };
}

export interface TimelineJson {
  readonly rows: readonly RowJson[];
  /** Give it as `before` to read on; absent at the end. */
  readonly before?: number;
  /** Subjects of the commits that checkpoints were made on. */
  readonly commits: Readonly<Record<string, string>>;
}

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
  readonly session?: {
    readonly agent: string;
    readonly id: string;
    readonly context_percent?: number;
    readonly last_saved?: string;
  };
  readonly remote?: string;
  readonly llm: 'on' | 'off';
  readonly operations: readonly Operation[];
}

export interface CheckpointPageJson {
  readonly checkpoint: CheckpointJson & { readonly files: readonly ChangeJson[] };
  /** What the checkpoint before knew, to tell what is new and what is gone. */
  readonly previous?: { readonly number: number; readonly analysis: Analysis };
}

export interface PatchJson {
  readonly changes: readonly ChangeJson[];
  readonly patch: string;
  /** The patch is longer than a page shows. */
  readonly cut: boolean;
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
}

export interface PlanJson {
  readonly number: number;
  readonly summary: string;
  /** What confirms exactly this plan. */
  readonly digest: string;
  readonly steps: readonly PlanStepJson[];
  readonly kept: readonly string[];
  readonly refusals: readonly string[];
  readonly conflicts: readonly string[];
  readonly configuration: readonly string[];
  /** The commit now is another than the checkpoint's. */
  readonly moved?: { readonly branch: string; readonly from_branch: string; readonly commits: number };
}

export interface AppliedJson {
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
}

export interface FailureJson {
  readonly error: { readonly kind: string; readonly message: string; readonly hint?: string };
}
