import { existsSync } from 'node:fs';
import type { RepositoryPaths } from '../core/repository-paths.ts';
import type { World } from '../core/world.ts';
import { ownName, thisProcess } from '../local/owner.ts';
import { newSessionRecord, type SessionRecord } from '../local/session-record.ts';
import { forgetOldSessions, removeSession, writeSession } from '../local/session-register.ts';
import type { Captured } from './capture.ts';
import type { Memory } from './checkpoint-data.ts';

interface HeartbeatOptions {
  readonly id: string;
  readonly agent: string;
  readonly measure: () => Memory;
  /** The record could not be written; the session goes on. */
  readonly failed: (error: Error) => void;
}

const MAX_SILENCE_MS = 30_000;

// Two managers of one process may share a session's id, but not its record.
let serial = 0;

/** Keeps the record of a running session fresh, and its peak of memory. Keeps no process alive. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #world: World;
  readonly #key: string;
  #running: { readonly place: RepositoryPaths; record: SessionRecord; readonly timer: NodeJS.Timeout } | undefined;
  #peak = 0;

  constructor(options: HeartbeatOptions, world: World) {
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
  update({ place, progress }: Captured, session: { readonly started: Date; readonly interval: number }): void {
    if (place === undefined) return;
    const { branch = '', checkpoint, files } = progress;
    this.#running ??= this.#begin(place, session);
    this.#running.record = { ...this.#running.record, branch, checkpoint, files };
    this.#write();
  }

  /** The session ended. Its record goes, unless work is unsaved: then it stays for `recover`. */
  end(everythingSaved: boolean): void {
    const running = this.#running;
    this.#running = undefined;
    clearInterval(running?.timer);
    if (running !== undefined && everythingSaved) this.#attempt(() => removeSession(running.place, running.record));
  }

  #begin(place: RepositoryPaths, { started, interval }: { readonly started: Date; readonly interval: number }) {
    const { id, agent } = this.#options;
    const beatEvery = Math.min(MAX_SILENCE_MS, interval);
    const timer = setInterval(() => {
      this.measure();
      this.#write();
    }, beatEvery).unref();
    this.#attempt(() => forgetOldSessions(place, this.#world.now()));
    const session = { key: this.#key, id, agent, worktree: place.root, process: thisProcess(), beatEvery, open: true };
    return { place, timer, record: newSessionRecord(session, started) };
  }

  /** Writes all of it: a record that somebody took for dead and closed is open again. */
  #write(): void {
    // Deleted or moved: that nothing can be saved is told by the captures.
    if (this.#running === undefined || !existsSync(this.#running.place.commonDir)) return;
    const { place, record } = this.#running;
    this.#attempt(() => writeSession(place, { ...record, seen: this.#world.now().toISOString() }));
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.failed(error as Error);
    }
  }
}
