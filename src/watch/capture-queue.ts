import type { CheckpointData } from './checkpoint-data.ts';

export interface HowToCapture {
  /** Written under this number, whatever was there; otherwise under the next one. */
  readonly number?: number;
  readonly tries?: number;
}

/** Begins a capture and settles it when it came to its end; `take` tells what came of it, and lets others know, who may capture again. */
export type BeginCapture = (how: HowToCapture, settle: (take: () => CheckpointData | Error) => void) => void;

/** Lets captures come one after the other, for callers that wait for them and for those that may not be blocked. */
export class CaptureQueue {
  readonly #begin: BeginCapture;
  /** Blocks until something holds. */
  readonly #block: (holds: () => boolean) => void;
  #end: Promise<unknown> = Promise.resolve();
  #next: Promise<CheckpointData> | undefined;
  #underWay = false;

  constructor(begin: BeginCapture, block: (holds: () => boolean) => void) {
    this.#begin = begin;
    this.#block = block;
  }

  /** A capture is under way or about to begin. */
  get isBusy(): boolean {
    return this.#underWay || this.#next !== undefined;
  }

  /** Blocks; after the capture under way, before those that only wait. */
  captureNow(how: HowToCapture): CheckpointData {
    this.#block(() => !this.#underWay);
    let result: CheckpointData | Error | undefined;
    this.#run(how, (data) => {
      result = data;
    });
    this.#block(() => result !== undefined);
    if (result instanceof Error) throw result;
    return result as unknown as CheckpointData;
  }

  /** In the order in which they were asked for. */
  enqueue(how: HowToCapture, begins: () => void = () => undefined): Promise<CheckpointData> {
    const result = this.#end.then(
      () =>
        new Promise<CheckpointData>((done, failed) => {
          begins();
          this.#run(how, (data) => (data instanceof Error ? failed(data) : done(data)));
        }),
    );
    this.#end = result.catch(() => undefined);
    return result;
  }

  /** Calls that wait for the same turn share one capture, which begins after all of them. */
  enqueueShared(): Promise<CheckpointData> {
    this.#next ??= this.enqueue({}, () => {
      this.#next = undefined;
    });
    return this.#next;
  }

  #run(how: HowToCapture, done: (result: CheckpointData | Error) => void): void {
    this.#underWay = true;
    this.#begin(how, (take) => {
      this.#underWay = false;
      done(take());
    });
  }
}
