import { existsSync } from 'node:fs';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { World } from '../core/world.ts';
import { ownName, thisProcess } from '../local/owner.ts';
import { newSessionRecord, type SessionRecord } from '../local/session-record.ts';
import { forgetOldSessions, removeSession, updateOpenSession, writeSession } from '../local/session-register.ts';
import type { Captured } from './capture.ts';
import type { Memory } from './checkpoint-data.ts';

export interface PulseOptions {
  readonly id: string;
  readonly agent: string;
  readonly measure: () => Memory;
  /** A sign of life could not be written; the session goes on. */
  readonly failed: (error: Error) => void;
}

const MAX_SILENCE_MS = 30_000;

// Two managers of one process may share a session's id, but not its record.
let serial = 0;

/** Shows that a session lives: a record in the repository and its peak of memory. Keeps no process alive. */
export class SessionPulse {
  readonly #options: PulseOptions;
  readonly #world: World;
  readonly #name: Pick<SessionRecord, 'agent' | 'key'>;
  #record: { readonly place: RepositoryPaths; readonly started: Date; readonly beatEvery: number } | undefined;
  #changed: Pick<SessionRecord, 'branch' | 'checkpoint' | 'files'> = { branch: '', files: [] };
  #timer: NodeJS.Timeout | undefined;
  #peak = 0;

  constructor(options: PulseOptions, world: World) {
    this.#options = options;
    this.#world = world;
    serial += 1;
    this.#name = { agent: options.agent, key: `${options.id}.${ownName()}.${serial}` };
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
    this.#changed = { branch, files, checkpoint };
    if (this.#record === undefined) this.#begin(place, session);
    this.#beat();
  }

  /** The session ended and everything is saved: its record goes. */
  end(): void {
    const record = this.#record;
    if (record !== undefined) this.#attempt(() => removeSession(record.place, this.#name));
    this.stop();
  }

  /** Gives no more signs of life; the record stays. */
  stop(): void {
    clearInterval(this.#timer);
    this.#record = undefined;
  }

  #begin(place: RepositoryPaths, session: { readonly started: Date; readonly interval: number }): void {
    const beatEvery = Math.min(MAX_SILENCE_MS, session.interval);
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
    const now = this.#world.now();
    const changed = { ...this.#changed, seen: now.toISOString() };
    this.#attempt(() => {
      if (updateOpenSession(place, this.#name, changed)) return;
      const session = { ...this.#name, id: this.#options.id, worktree: place.root, process: thisProcess(), beatEvery };
      writeSession(place, newSessionRecord({ ...session, open: true, ...changed }, started));
      forgetOldSessions(place, now);
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
