import type { Checkpoint, Oid } from './checkpoint.ts';
import type { Note } from './note.ts';

type OperationKind =
  | 'save'
  | 'keep'
  | 'drop'
  | 'prune'
  | 'redact'
  | 'annotate'
  | 'restore'
  | 'rewind'
  | 'undo'
  | 'sync';

/** A checkpoint that an operation was about. */
export interface OperationCheckpoint {
  readonly number: number;
  readonly commit?: Oid;
  readonly summary?: string;
}

/** What an operation did, as far as undoing it needs to know. Undoing has an effect of the same form, so it can be undone, too. */
export type Effect =
  | { readonly kind: 'added' }
  | { readonly kind: 'removed' }
  /** `before`: the marks of each checkpoint, in their order. */
  | { readonly kind: 'marked'; readonly before: readonly Marks[] }
  /** `note`: the blob of the note as it was. */
  | { readonly kind: 'reworded'; readonly note: Oid }
  /** `safety`: the checkpoint that holds what was there before. */
  | { readonly kind: 'restored'; readonly safety: { readonly number: number; readonly uid: string } };

export interface Marks {
  readonly kept: boolean;
  readonly pending: boolean;
}

/** One thing that changed the checkpoints or a working tree. */
export interface Operation {
  readonly number: number;
  readonly time: string;
  /** The root of the working tree in which it was done. */
  readonly worktree: string;
  readonly kind: OperationKind;
  readonly checkpoints: readonly OperationCheckpoint[];
  /** Absent for what cannot be undone. */
  readonly effect?: Effect;
  /** The operation that an undo took back. */
  readonly of?: number;
  /** Why a save was made, or with which remote a sync was, or whose drop came with it. */
  readonly about?: string;
  /** How many checkpoints a sync sent and received. */
  readonly shared?: { readonly sent: number; readonly received: number };
}

const MAX_SUMMARY = 120;

/** A checkpoint as the log names it. */
export function namedInLog({
  number,
  commit,
  note,
}: Pick<Checkpoint, 'number' | 'commit'> & { readonly note: Pick<Note, 'summary'> }): OperationCheckpoint {
  return { number, commit, summary: note.summary.slice(0, MAX_SUMMARY) };
}

/** An operation before it has a number. */
export type OperationDraft = Omit<Operation, 'number' | 'time' | 'worktree'>;
