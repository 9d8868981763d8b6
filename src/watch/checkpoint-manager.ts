import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import { defined } from '../core/defined.ts';
import { formatDuration } from '../core/duration.ts';
import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import { processWorld } from '../open/process-world.ts';
import { type Captured, type CaptureTask, capture, type Progress } from './capture.ts';
import { type CaptureLog, openLog } from './capture-log.ts';
import { type CheckpointData, type CheckpointSummary, type Memory, summarize } from './checkpoint-data.ts';
import { Heartbeat } from './heartbeat.ts';
import { checkpointsDirectory, readCaptures, readLatestCapture } from './state-directory.ts';

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

interface ManagerEvents {
  started: [{ readonly interval: number; readonly checkpointsDir: string | undefined }];
  checkpoint: [CheckpointData];
  /** A capture found the state of this checkpoint again. */
  unchanged: [CheckpointData];
  stopped: [{ readonly finalCheckpoint: CheckpointData | undefined; readonly summary: CheckpointSummary }];
  /** A damaged file was skipped. */
  warning: [Error];
  /** A capture on the timer could not be written. */
  error: [Error];
}

interface HowToCapture {
  readonly number?: number;
  readonly tries?: number;
  /** Whoever asks before it begins gets this one. */
  readonly shared?: boolean;
}

const HALF_AN_HOUR = 1_800_000;
// Node fires a longer timer at once.
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Captures the state of a project at the start, at every interval and at the end of a session. */
export class CheckpointManager extends EventEmitter<ManagerEvents> {
  readonly sessionId: string;
  readonly checkpointsDir: string | undefined;
  readonly #options: ManagerOptions;
  readonly #world: World;
  readonly #log: CaptureLog;
  readonly #heartbeat: Heartbeat;
  #interval: number;
  #timer: NodeJS.Timeout | undefined;
  #started: Date | undefined;
  #stopping: Promise<CheckpointSummary> | undefined;
  #progress: Progress = { files: [] };
  #last: CheckpointData | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #waiting: Promise<CheckpointData> | undefined;
  #unheard: Error | undefined;
  #saved = false;

  constructor(options: ManagerOptions, world?: World) {
    super();
    if (typeof options?.projectRoot !== 'string') throw new Failure('usage', 'CheckpointManager needs a projectRoot');
    this.#options = { ...options, projectRoot: resolve(options.projectRoot) };
    this.#world = world ?? processWorld(this.#options.projectRoot);
    this.sessionId = options.sessionId ?? 'unknown';
    this.checkpointsDir = options.stateDir === undefined ? undefined : checkpointsDirectory(options.stateDir);
    this.#interval = checkedInterval(options.interval ?? HALF_AN_HOUR);
    this.#log = openLog(options.stateDir);
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

  /** Begins the session: one capture at once, then one at every interval. On a running manager it only changes the interval. */
  start(options: { readonly interval?: number } = {}): this {
    if (options.interval !== undefined) this.interval = options.interval;
    if (this.#timer !== undefined) return this;
    if (this.#started !== undefined) throw new Failure('usage', 'the manager is stopping; await stop() before start()');
    this.#started = this.#world.now();
    this.#setTimer();
    this.emit('started', { interval: this.#interval, checkpointsDir: this.checkpointsDir });
    this.#captureOnTimer();
    return this;
  }

  /** Ends the session with a last capture. Waits for the one under way; may be called again for the same summary. */
  async stop(): Promise<CheckpointSummary> {
    if (this.#timer !== undefined) this.#stopping = this.#finish();
    return this.#stopping ?? this.summarizeCheckpoints();
  }

  /**
   * Captures now. Calls that wait for the same turn share one capture, which begins after all of them. With a number, the capture is
   * written under that number, whatever was there.
   */
  captureCheckpoint(number?: number): Promise<CheckpointData> {
    if (number !== undefined) {
      if (!Number.isSafeInteger(number) || number < 1)
        throw new Failure('usage', `${number} is not a checkpoint number`);
      return this.#enqueue({ number });
    }
    this.#waiting ??= this.#enqueue({ shared: true });
    return this.#waiting;
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

  /** The newest capture in a state directory; undefined when there is none. */
  static getLatestCheckpoint(stateDir: string): CheckpointData | undefined {
    return readLatestCapture(stateDir, (warning) => process.emitWarning(warning));
  }

  /** `1h 30m`, `1m 30s`, `5s`. */
  static formatDuration(milliseconds: number): string {
    return formatDuration(milliseconds);
  }

  readonly #warn = (warning: Error): void => {
    this.emit('warning', warning);
  };

  /** Captures come one after the other, in the order in which they were asked for. */
  #enqueue(how: HowToCapture): Promise<CheckpointData> {
    const result = this.#queue.then(() => this.#capture(how));
    result.catch((error: Error) => {
      if (this.listenerCount('error') > 0) this.emit('error', error);
    });
    this.#queue = result.catch(() => undefined);
    return result;
  }

  #setTimer(): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#captureOnTimer(), Math.min(MAX_TIMER_MS, this.#interval)).unref();
  }

  #captureOnTimer(): void {
    this.captureCheckpoint().catch((error: Error) => {
      // Nobody listens and nobody waits: whoever stops the manager has to know.
      if (this.listenerCount('error') === 0) this.#unheard ??= error;
    });
  }

  async #capture({ number, shared, tries = 2 }: HowToCapture): Promise<CheckpointData> {
    if (shared) this.#waiting = undefined;
    const last = this.#last ?? this.#continueSession();
    const found = await capture(this.#task(tries), this.#world);
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

  async #finish(): Promise<CheckpointSummary> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    try {
      // The last word of a session is worth more than one attempt.
      const finalCheckpoint = await this.#enqueue({ tries: 3 });
      const summary = this.summarizeCheckpoints();
      this.emit('stopped', { finalCheckpoint, summary });
      if (this.#unheard !== undefined) throw this.#unheard;
      return summary;
    } finally {
      this.#heartbeat.end(this.#saved);
      this.#started = undefined;
      this.#unheard = undefined;
    }
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
