import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import { type Captured, type CaptureTask, capture } from './capture.ts';

/** What a capture came to. Failures of git are part of what was captured; an error is something that no capture should meet. */
export type CaptureAnswer = { readonly captured: Captured } | { readonly error: Error };

/** Makes captures for a session. */
export interface Capturer {
  /** Begins a capture; calls back once, with the answer. */
  begin(task: CaptureTask, world: World, answered: (answer: CaptureAnswer) => void): void;
  /** Keeps the program waiting until it is so. Answers are called back meanwhile. */
  block(until: () => boolean): void;
}

/** Captures in the event loop of the program, which is why nobody can block for one. */
export const captureHere: Capturer = {
  begin: (task, world, answered) => {
    capture(task, world).then(
      (captured) => answered({ captured }),
      (error: Error) => answered({ error }),
    );
  },
  block: () => {
    throw new Failure('usage', 'this session cannot wait for a capture: use startAsync, captureAsync and stopAsync');
  },
};
