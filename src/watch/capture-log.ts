import type { CheckpointData } from './checkpoint-data.ts';
import { appendCapture, readCaptures, type Warn, writeCapture } from './state-directory.ts';

/** Where a session's captures are kept. */
export interface CaptureLog {
  /** By number. */
  all(warn: Warn): CheckpointData[];
  /** Under the next number. */
  append(capture: Omit<CheckpointData, 'number'>): CheckpointData;
  /** Under its own number, whatever was there. */
  put(capture: CheckpointData): CheckpointData;
}

/** Files in the state directory; without one, this process remembers. */
export function openLog(stateDir: string | undefined): CaptureLog {
  if (stateDir !== undefined)
    return {
      all: (warn) => readCaptures(stateDir, warn),
      append: (capture) => appendCapture(stateDir, capture),
      put: (capture) => writeCapture(stateDir, capture),
    };
  const captures = new Map<number, CheckpointData>();
  const put = (capture: CheckpointData) => {
    captures.set(capture.number, capture);
    return capture;
  };
  return {
    all: () => [...captures.values()].sort((one, other) => one.number - other.number),
    append: (capture) => put({ number: Math.max(0, ...captures.keys()) + 1, ...capture }),
    put,
  };
}
