import type { CheckpointData, CheckpointSummary, Memory } from './checkpoint-data.ts';

export interface ManagerOptions {
  readonly projectRoot: string;
  /** Where `checkpoints/NNN-checkpoint.json` are written; without it the checkpoints are in git alone. */
  readonly stateDir?: string | undefined;
  /** Milliseconds between captures; half an hour when left out. */
  readonly interval?: number | undefined;
  readonly sessionId?: string | undefined;
  readonly onCheckpoint?: ((checkpoint: CheckpointData) => void) | null | undefined;
  /** Who works in the session, for the note. */
  readonly agent?: string | undefined;
  /** Make no new checkpoint while nothing changes. */
  readonly onlyChanged?: boolean | undefined;
  /** Measures the memory to record; this process when left out. */
  readonly memory?: (() => Memory) | undefined;
}

export interface ManagerEvents {
  started: [{ readonly interval: number; readonly checkpointsDir: string | undefined }];
  checkpoint: [CheckpointData];
  /** A capture found the state of this checkpoint again. */
  unchanged: [CheckpointData];
  stopped: [{ readonly finalCheckpoint: CheckpointData; readonly summary: CheckpointSummary }];
  /** A damaged file was skipped. */
  warning: [Error];
  /** A capture could not be written. */
  error: [Error];
}
