import { formatDuration } from '../core/duration.ts';
import type { World } from '../core/world.ts';
import { CaptureSession } from './capture-session.ts';
import { captureThread } from './capture-thread.ts';
import type { CheckpointData } from './checkpoint-data.ts';
import type { ManagerOptions } from './manager-options.ts';
import { readLatestCapture } from './state-directory.ts';

/** A session whose captures run in a thread of their own, so that a program may wait for one or go on meanwhile. */
export class CheckpointManager extends CaptureSession {
  constructor(options: ManagerOptions, world?: World) {
    super(options, world, captureThread());
  }

  /** The newest capture in a state directory; undefined when there is none. */
  static getLatestCheckpoint(stateDir: string): CheckpointData | undefined {
    return readLatestCapture(stateDir, (warning) => process.emitWarning(warning));
  }

  /** `1h 30m`, `1m 30s`, `5s`. */
  static formatDuration(milliseconds: number): string {
    return formatDuration(milliseconds);
  }
}
