import type { World } from '../core/world.ts';
import { beat, beginSession, endSession, type SessionNews, type SessionPlace } from '../repository/heartbeat.ts';
import type { Captured } from './capture.ts';
import type { Memory } from './checkpoint-data.ts';

export interface PulseOptions {
  readonly id: string;
  readonly agent: string;
  readonly measure: () => Memory;
  /** A sign of life could not be written; the session goes on. */
  readonly failed: (error: Error) => void;
}

const LONGEST_SILENCE = 30_000;

// Two managers of one process may share a session's id, but not its record.
let serial = 0;

/** Shows that a session lives: a record in the repository and its peak of memory. Keeps no process alive. */
export class SessionPulse {
  readonly #options: PulseOptions;
  readonly #world: World;
  readonly #key: string;
  #place: SessionPlace | undefined;
  #timer: NodeJS.Timeout | undefined;
  #peak = 0;

  constructor(options: PulseOptions, world: World) {
    this.#options = options;
    this.#world = world;
    serial += 1;
    this.#key = `${options.id}.${process.pid}.${serial}`;
  }

  get peakMemory(): number {
    return this.#peak;
  }

  measure(): Memory {
    const memory = this.#options.measure();
    this.#peak = Math.max(this.#peak, memory.rss);
    return memory;
  }

  /** Records what a capture found; the first one begins the record. */
  tell(found: Captured, session: { readonly started: Date; readonly interval: number }): void {
    const { branch = '', checkpoint, files } = found.progress;
    const news = { branch, files, ...(checkpoint === undefined ? {} : { checkpoint }) };
    if (this.#place === undefined) this.#begin(found, session);
    this.#beat(news);
  }

  /** The session ended and everything is saved: its record goes. */
  end(): void {
    const place = this.#place;
    if (place !== undefined) this.#attempt(() => endSession(place, this.#key));
    this.stop();
  }

  /** Gives no more signs of life; the record stays. */
  stop(): void {
    clearInterval(this.#timer);
    this.#place = undefined;
  }

  #begin({ place, progress }: Captured, session: { readonly started: Date; readonly interval: number }): void {
    if (place === undefined) return;
    const beatEvery = Math.min(LONGEST_SILENCE, session.interval);
    const { id, agent } = this.#options;
    const facts = { id, agent, branch: progress.branch ?? '', key: this.#key, pid: process.pid, beatEvery };
    this.#attempt(() => {
      beginSession(place, facts, session.started);
      this.#place = place;
    });
    this.#timer = setInterval(() => {
      this.measure();
      this.#beat();
    }, beatEvery).unref();
  }

  #beat(news?: SessionNews): void {
    const place = this.#place;
    if (place === undefined) return;
    const now = this.#world.now();
    this.#attempt(() => beat(place, this.#key, { now, ...(news === undefined ? {} : { news }) }));
  }

  #attempt(work: () => unknown): void {
    try {
      work();
    } catch (error) {
      this.#options.failed(error as Error);
    }
  }
}
