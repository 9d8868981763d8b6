import { defined } from '../core/defined.ts';

/** One capture of a session, as `checkpoints/NNN-checkpoint.json` keeps it. */
export interface CheckpointData {
  /** Within the state directory: 1, 2, 3 … */
  readonly number: number;
  readonly timestamp: string;
  /** Milliseconds since the session began. */
  readonly duration: number;
  readonly sessionId: string;
  readonly gitStatus: GitStatusData;
  readonly aiwgState: AiwgState;
  /** Every file that the session modified so far. */
  readonly filesModified: readonly string[];
  readonly memory: Memory;
  /** The checkpoint in git that holds this state; absent when git failed. */
  readonly gitCheckpoint?: number;
  readonly gitCommit?: string;
}

export interface GitStatusData {
  /** Empty on a detached HEAD. */
  readonly branch: string;
  /** Changed, deleted or in conflict in the working tree. */
  readonly modified: readonly string[];
  readonly untracked: readonly string[];
  readonly staged: readonly string[];
  /** Why git failed. */
  readonly error?: string;
}

/** The files that tools keep beside the project: those of `.aiwg` by their path inside it, others from the project's root. */
export interface AiwgState {
  readonly files: readonly string[];
  readonly sizes: Readonly<Record<string, number>>;
  readonly error?: string;
}

/** In bytes. */
export interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
}

/** What a session's captures tell together. */
export interface CheckpointSummary {
  readonly total: number;
  readonly totalDuration: number;
  readonly filesModified: readonly string[];
  readonly checkpoints: readonly CheckpointRow[];
  /** The most memory that was seen, in bytes. */
  readonly peakMemory: number;
}

export interface CheckpointRow {
  readonly number: number;
  readonly timestamp: string;
  readonly duration: number;
  readonly filesModified: number;
  readonly gitStatus: { readonly modified: number; readonly staged: number; readonly untracked: number };
  readonly aiwgFiles: number;
  readonly memory: Memory;
  readonly gitCheckpoint?: number;
}

/** Sums captures up, in the order of their numbers. */
export function summarize(captures: readonly CheckpointData[]): CheckpointSummary {
  const [first] = captures;
  const last = captures.at(-1);
  const began = first === undefined ? 0 : Date.parse(first.timestamp) - first.duration;
  return {
    total: captures.length,
    // From the clock, so that a session that was started again counts as one.
    totalDuration: last === undefined ? 0 : Math.max(0, last.duration, Date.parse(last.timestamp) - began),
    filesModified: [...new Set(captures.flatMap(({ filesModified }) => filesModified))],
    checkpoints: captures.map(rowOf),
    peakMemory: captures.reduce((peak, { memory }) => Math.max(peak, memory.rss), 0),
  };
}

function rowOf(capture: CheckpointData): CheckpointRow {
  const { number, timestamp, duration, gitStatus, memory, gitCheckpoint } = capture;
  return defined({
    number,
    timestamp,
    duration,
    filesModified: capture.filesModified.length,
    gitStatus: {
      modified: gitStatus.modified.length,
      staged: gitStatus.staged.length,
      untracked: gitStatus.untracked.length,
    },
    aiwgFiles: capture.aiwgState.files.length,
    memory,
    gitCheckpoint,
  });
}

/** Whether a value read from a file has the published shape. */
export function isCheckpointData(value: unknown): value is CheckpointData {
  if (typeof value !== 'object' || value === null) return false;
  const { number, timestamp, duration, sessionId, gitStatus, aiwgState, filesModified, memory } =
    value as CheckpointData;
  return (
    Number.isSafeInteger(number) &&
    typeof timestamp === 'string' &&
    !Number.isNaN(Date.parse(timestamp)) &&
    typeof duration === 'number' &&
    typeof sessionId === 'string' &&
    [gitStatus?.modified, gitStatus?.untracked, gitStatus?.staged, aiwgState?.files, filesModified].every(
      Array.isArray,
    ) &&
    typeof memory?.rss === 'number'
  );
}
