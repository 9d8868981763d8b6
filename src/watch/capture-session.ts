import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import { processWorld } from '../open/process-world.ts';
import type { Captured, CaptureTask, Progress } from './capture.ts';
import { type CaptureLog, openLog } from './capture-log.ts';
import { type BeginCapture, CaptureQueue, type HowToCapture } from './capture-queue.ts';
import { type CaptureAnswer, type Capturer, captureHere } from './capturer.ts';
import { type CheckpointData, type CheckpointSummary, type Memory, summarize } from './checkpoint-data.ts';
import { Heartbeat } from './heartbeat.ts';
import type { ManagerEvents, ManagerOptions } from './manager-options.ts';
import { checkpointsDirectory, readCaptures } from './state-directory.ts';

const HALF_AN_HOUR = 1_800_000;
// Node fires a longer timer at once.
const MAX_TIMER_MS = 2 ** 31 - 1;
/** The last word of a session is worth more than the usual two attempts. */
const LAST: HowToCapture = { tries: 3 };

/** Captures the state of a project at the start, at every interval and at the end of a session. */
export class CaptureSession extends EventEmitter<ManagerEvents> {
  readonly sessionId: string;
  readonly checkpointsDir: string | undefined;
  readonly #options: ManagerOptions;
  readonly #world: World;
  readonly #capturer: Capturer;
  readonly #log: CaptureLog;
  readonly #heartbeat: Heartbeat;
  readonly #queue: CaptureQueue;
  #interval: number;
  #timer: NodeJS.Timeout | undefined;
  #started: Date | undefined;
  #stopping: Promise<CheckpointSummary> | undefined;
  #stopped: CheckpointSummary | undefined;
  #progress: Progress = { files: [] };
  #last: CheckpointData | undefined;
  #unreported: Error | undefined;
  #saved = false;

  constructor(options: ManagerOptions, world?: World, capturer: Capturer = captureHere) {
    super();
    if (typeof options?.projectRoot !== 'string') throw new Failure('usage', 'CheckpointManager needs a projectRoot');
    this.#options = { ...options, projectRoot: resolve(options.projectRoot) };
    this.#world = world ?? processWorld(this.#options.projectRoot);
    this.#capturer = capturer;
    this.sessionId = options.sessionId ?? 'unknown';
    this.checkpointsDir = options.stateDir === undefined ? undefined : checkpointsDirectory(options.stateDir);
    this.#interval = checkedInterval(options.interval ?? HALF_AN_HOUR);
    this.#log = openLog(options.stateDir);
    this.#queue = new CaptureQueue(this.#begin, (holds) => capturer.block(holds));
    const { agent = 'manager', memory = ownMemory } = options;
    this.#heartbeat = new Heartbeat({ id: this.sessionId, agent, measure: memory, failed: this.#warn }, this.#world);
  }

  /** Milliseconds between captures; may be changed at any time. */
  get interval(): number {
    return this.#interval;
  }

  set interval(interval: number) {
    this.#interval = checkedInterval(interval);
    if (this.#timer !== undefined) this.#setTimer();
  }

  /**
   * Begins the session. The first capture is on disk when this returns; then comes one at every interval, beside the program. On a
   * running manager it only changes the interval.
   */
  start(options: { readonly interval?: number } = {}): this {
    if (!this.#open(options)) return this;
    try {
      this.#queue.captureNow({});
      return this;
    } catch (error) {
      this.#close();
      throw error;
    }
  }

  /** Ends the session with a last capture, after the one under way. May be called again for the same summary. */
  stop(): CheckpointSummary {
    this.#refuseWhileStopping();
    if (this.#timer === undefined) return this.#stopped ?? this.summarizeCheckpoints();
    clearInterval(this.#timer);
    try {
      return this.#conclude(this.#queue.captureNow(LAST));
    } finally {
      this.#close();
    }
  }

  /** Captures now, on disk when it returns. With a number, the capture is written under that number, whatever was there. */
  captureCheckpoint(number?: number): CheckpointData {
    return this.#queue.captureNow(number === undefined ? {} : { number: checkedNumber(number) });
  }

  /** `start` for a program that must not be blocked. */
  async startAsync(options: { readonly interval?: number } = {}): Promise<this> {
    if (!this.#open(options)) return this;
    try {
      await this.captureAsync();
      return this;
    } catch (error) {
      this.#close();
      throw error;
    }
  }

  /** `stop` for a program that must not be blocked. */
  async stopAsync(): Promise<CheckpointSummary> {
    if (this.#timer !== undefined) this.#stopping = this.#finish();
    return this.#stopping ?? this.#stopped ?? this.summarizeCheckpoints();
  }

  /**
   * `captureCheckpoint` for a program that must not be blocked. Calls that wait for the same turn share one capture, which begins after
   * all of them.
   */
  captureAsync(number?: number): Promise<CheckpointData> {
    return number === undefined ? this.#queue.enqueueShared() : this.#queue.enqueue({ number: checkedNumber(number) });
  }

  /** The captures of this session, by number. */
  getAllCheckpoints(): CheckpointData[] {
    return this.#log.all(this.#warn).filter(({ sessionId }) => sessionId === this.sessionId);
  }

  /** Sums up all captures of a state directory, or of this session. */
  summarizeCheckpoints(stateDir?: string): CheckpointSummary {
    // Also called on the prototype, which has no session.
    if (stateDir !== undefined) return summarize(readCaptures(stateDir, (warning) => this.emit('warning', warning)));
    const summary = summarize(this.getAllCheckpoints());
    return { ...summary, peakMemory: Math.max(summary.peakMemory, this.#heartbeat.peakMemory) };
  }

  readonly #warn = (warning: Error): void => {
    this.emit('warning', warning);
  };

  /** False when the session runs already. */
  #open({ interval }: { readonly interval?: number }): boolean {
    if (interval !== undefined) this.interval = interval;
    if (this.#timer !== undefined) return false;
    this.#refuseWhileStopping();
    this.#started = this.#world.now();
    this.#stopped = undefined;
    this.#setTimer();
    this.emit('started', { interval: this.#interval, checkpointsDir: this.checkpointsDir });
    return true;
  }

  #close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#started = undefined;
    this.#unreported = undefined;
    this.#heartbeat.end(this.#saved);
  }

  #refuseWhileStopping(): void {
    if (this.#stopping !== undefined)
      throw new Failure('usage', 'the manager is stopping', { hint: 'Await stopAsync() first.' });
  }

  async #finish(): Promise<CheckpointSummary> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    try {
      return this.#conclude(await this.#queue.enqueue(LAST));
    } finally {
      this.#stopping = undefined;
      this.#close();
    }
  }

  #conclude(finalCheckpoint: CheckpointData): CheckpointSummary {
    const summary = this.summarizeCheckpoints();
    this.#stopped = summary;
    this.emit('stopped', { finalCheckpoint, summary });
    if (this.#unreported !== undefined) throw this.#unreported;
    return summary;
  }

  #setTimer(): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#captureOnTimer(), Math.min(MAX_TIMER_MS, this.#interval)).unref();
  }

  #captureOnTimer(): void {
    // The capture that is under way or about to begin is new enough.
    if (this.#queue.isBusy) return;
    this.captureAsync().catch((error: Error) => {
      // Nobody listens and nobody waits: whoever stops the manager has to know.
      if (this.listenerCount('error') === 0) this.#unreported ??= error;
    });
  }

  readonly #begin: BeginCapture = (how, settle) => {
    const last = this.#last ?? this.#continueSession();
    this.#capturer.begin(this.#task(how.tries ?? 2), this.#world, (answer) =>
      settle(() => {
        try {
          return this.#take(answer, how.number, last);
        } catch (error) {
          if (this.listenerCount('error') > 0) this.emit('error', error as Error);
          return error as Error;
        }
      }),
    );
  };

  #take(answer: CaptureAnswer, number: number | undefined, last: CheckpointData | undefined): CheckpointData {
    if ('error' in answer) throw answer.error;
    const found = answer.captured;
    this.#progress = found.progress;
    this.#saved = found.data.gitStatus.error === undefined;
    if (this.#started !== undefined)
      this.#heartbeat.update(found, { started: this.#started, interval: this.#interval });
    if (this.#options.onlyChanged && number === undefined && last !== undefined && isSameState(last, found)) {
      this.emit('unchanged', last);
      return last;
    }
    const data = number === undefined ? this.#log.append(found.data) : this.#log.put({ number, ...found.data });
    this.#last = data;
    this.emit('checkpoint', data);
    this.#options.onCheckpoint?.(data);
    return data;
  }

  /** After a restart, the modified files of the same session go on where it left them. */
  #continueSession(): CheckpointData | undefined {
    const latest = this.sessionId === 'unknown' ? undefined : this.getAllCheckpoints().at(-1);
    if (latest !== undefined) this.#progress = { files: latest.filesModified };
    return latest;
  }

  #task(tries: number): CaptureTask {
    const { projectRoot, onlyChanged, agent } = this.#options;
    return defined({
      projectRoot,
      session: { id: this.sessionId, agent: agent ?? 'manager', started: this.#started ?? this.#world.now() },
      before: this.#progress,
      memory: this.#heartbeat.measure(),
      onlyChanged: onlyChanged ?? false,
      tries,
      ownDirectory: this.checkpointsDir,
    });
  }
}

function isSameState(last: CheckpointData, { data }: Captured): boolean {
  return data.gitCheckpoint !== undefined && last.gitCheckpoint === data.gitCheckpoint;
}

function ownMemory(): Memory {
  const { heapUsed, rss } = process.memoryUsage();
  return { heapUsed, rss };
}

function checkedInterval(interval: number): number {
  if (Number.isFinite(interval) && interval >= 1) return interval;
  throw new Failure('usage', `the interval must be a number of milliseconds from 1 on, not ${interval}`);
}

function checkedNumber(number: number): number {
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new Failure('usage', `${number} is not a checkpoint number`);
}
