import { existsSync } from 'node:fs';
import type { World } from '../core/world.ts';
import { beat, beginSession, endSession, type SessionNews, type SessionPlace } from '../local/heartbeat.ts';
import { ownName } from '../local/owner.ts';
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
  #record: { readonly place: SessionPlace; readonly started: Date; readonly beatEvery: number } | undefined;
  #news: SessionNews = {};
  #timer: NodeJS.Timeout | undefined;
  #peak = 0;

  constructor(options: PulseOptions, world: World) {
    this.#options = options;
    this.#world = world;
    serial += 1;
    this.#key = `${options.id}.${ownName()}.${serial}`;
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
  tell({ place, progress }: Captured, session: { readonly started: Date; readonly interval: number }): void {
    if (place === undefined) return;
    const { branch = '', checkpoint, files } = progress;
    this.#news = { branch, files, ...(checkpoint === undefined ? {} : { checkpoint }) };
    if (this.#record === undefined) this.#begin(place, session);
    this.#beat();
  }

  /** The session ended and everything is saved: its record goes. */
  end(): void {
    const record = this.#record;
    if (record !== undefined) this.#attempt(() => endSession(record.place, this.#key));
    this.stop();
  }

  /** Gives no more signs of life; the record stays. */
  stop(): void {
    clearInterval(this.#timer);
    this.#record = undefined;
  }

  #begin(place: SessionPlace, session: { readonly started: Date; readonly interval: number }): void {
    const beatEvery = Math.min(LONGEST_SILENCE, session.interval);
    this.#record = { place, started: session.started, beatEvery };
    this.#timer = setInterval(() => {
      this.measure();
      this.#beat();
    }, beatEvery).unref();
  }

  /** A record that somebody took for dead and closed begins anew. */
  #beat(): void {
    const record = this.#record;
    if (record === undefined) return;
    const { place, started, beatEvery } = record;
    // Deleted or moved: that nothing can be saved is told by the captures.
    if (!existsSync(place.commonDir)) return;
    const { id, agent } = this.#options;
    const told = { now: this.#world.now(), news: this.#news };
    this.#attempt(() => {
      if (beat(place, this.#key, told)) return;
      const branch = this.#news.branch ?? '';
      beginSession(place, { id, agent, branch, key: this.#key, pid: process.pid, beatEvery }, started);
      beat(place, this.#key, told);
    });
  }

  #attempt(work: () => unknown): void {
    try {
      work();
    } catch (error) {
      this.#options.failed(error as Error);
    }
  }
}
