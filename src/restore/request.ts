import type { CheckpointOrNumber } from '../open/repository.ts';

/** What a person or a program wants put back. Paths are relative to where they stand. */
export interface RestoreRequest {
  readonly checkpoint: CheckpointOrNumber;
  /** Only these files and folders; all when left out. */
  readonly paths?: readonly string[];
  /** Three-way merge instead of overwriting later edits. */
  readonly merge?: boolean;
  /** The index too, when the checkpoint has one. */
  readonly staged?: boolean;
  /** Also in the middle of a merge, rebase, cherry-pick, revert or bisect. */
  readonly force?: boolean;
  /** Exactly these paths may be lost although they were not captured. */
  readonly forcePaths?: readonly string[];
}
