import type { MessagePort } from 'node:worker_threads';
import type { FailureKind } from '../core/failure.ts';
import type { Captured, CaptureTask } from './capture.ts';

/** What the thread is given when it starts. */
export interface ThreadData {
  readonly port: MessagePort;
  /** `ANSWERS` and `BEATS`, which both sides see without a message. */
  readonly counters: Int32Array<SharedArrayBuffer>;
}

/** How many answers were posted: what the program sleeps on. */
export const ANSWERS = 0;
/** Counts up while the thread lives. */
export const BEATS = 1;

export interface CaptureQuestion {
  readonly id: number;
  readonly task: CaptureTask;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** By how many milliseconds the clock of the program's world is ahead of the machine's. */
  readonly clockAhead: number;
}

/** An error does not cross threads with its class: its parts do. */
interface FailureParts {
  readonly kind: FailureKind;
  readonly message: string;
  readonly hint?: string;
}

export type ThreadAnswer = { readonly id: number } & (
  | { readonly captured: Captured }
  | { readonly failure: FailureParts }
);
