import type { ChildProcess } from 'node:child_process';
import { Failure } from '../../core/failure.ts';
import { pathToBytes } from '../../core/path-text.ts';
import type { GitObject, ObjectType } from '../engine.ts';
import { endChild, hold, spawnLasting } from './lasting-child.ts';
import type { RepositoryFiles } from './own-files.ts';
import { gitFailure, type RunOptions, tryGit } from './run.ts';

/** From so many on git is quicker, which keeps its packs mapped; for fewer its start, or the way to it and back, costs more than it saves. */
const MANY = 300;
const SOME = 8;
/** What git ends with when it does not know an option. */
const USAGE = 129;

/** Objects that were asked for together, and how many of them git has not yet answered. */
interface Batch {
  readonly answers: (GitObject | undefined)[];
  open: number;
  resolve(answers: (GitObject | undefined)[]): void;
  reject(error: Error): void;
}

interface Request {
  readonly name: string;
  readonly batch: Batch;
  /** Its place among the answers. */
  readonly at: number;
}

/**
 * Reads objects from the repository's own files, and asks git for what they do not tell: one `git cat-file` that lives as
 * long as the engine and is started on the first such question.
 */
export class ObjectReader {
  readonly #options: RunOptions;
  readonly #files: RepositoryFiles | undefined;
  #waiting: Request[] = [];
  #child: ChildProcess | undefined;
  #received: Buffer[] = [];
  #size = 0;
  #needed = 1;
  /** How many objects were asked for until now. */
  #asked = 0;
  #closed = false;
  /** Older than 2.36, which knows no commands. */
  #isOldGit = false;

  constructor(options: RunOptions, files: RepositoryFiles | undefined) {
    this.#options = options;
    this.#files = files;
  }

  /** An object per name; missing and damaged ones are undefined. */
  read(names: readonly string[]): Promise<(GitObject | undefined)[]> {
    // A question that comes after the end, from work that a failure left running, would start a process that nobody ends.
    if (this.#closed) return Promise.reject(new Failure('fatal', 'the repository is closed already'));
    this.#asked += names.length;
    const isMany = this.#child === undefined ? this.#asked >= MANY : names.length >= SOME;
    const files = isMany ? undefined : this.#files;
    const found = names.map((name) => files?.find(name) ?? 'unknown');
    const answers = found.map((answer) => (typeof answer === 'string' ? undefined : answer));
    const unknown = names.flatMap((name, at) => (found[at] === 'unknown' ? [{ name, at }] : []));
    if (unknown.length === 0) return Promise.resolve(answers);
    return new Promise((resolve, reject) => {
      const batch = { answers, open: unknown.length, resolve, reject };
      for (const { name, at } of unknown) this.#waiting.push({ name, batch, at });
      this.#ask(unknown.map(({ name }) => name));
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#files?.close();
    const child = this.#child;
    this.#child = undefined;
    await endChild(child);
  }

  #ask(names: readonly string[]): void {
    this.#child ??= this.#start();
    hold(this.#child, true);
    const lines = this.#isOldGit ? `${names.join('\n')}\n` : `contents ${names.join('\ncontents ')}\nflush\n`;
    // The name of a ref may hold bytes that are not UTF-8.
    this.#child.stdin?.write(pathToBytes(lines));
  }

  #start(): ChildProcess {
    // Without a buffer git writes each object by itself, which takes as long as finding it.
    const form = this.#isOldGit ? ['--batch'] : ['--batch-command', '--buffer'];
    const child = spawnLasting(['cat-file', ...form], this.#options);
    this.#received = [];
    this.#size = 0;
    this.#needed = 1;
    child.stdin?.on('error', () => {});
    child.stderr?.resume();
    child.stdout?.on('data', (chunk: Buffer) => this.#receive(chunk));
    child.on('error', (cause) => this.#rejectAll(cause));
    child.on('close', (code) => void this.#stoppedEarly(code));
    return child;
  }

  /** A damaged object ends cat-file: it counts as missing, and the others are asked for again. */
  async #stoppedEarly(code: number | null): Promise<void> {
    this.#child = undefined;
    if (this.#waiting.length === 0) return;
    if (code === USAGE && !this.#isOldGit) {
      this.#isOldGit = true;
      return this.#ask(this.#waiting.map((request) => request.name));
    }
    const repository = await tryGit(['rev-parse', '--git-dir'], this.#options).catch((cause: Error) => cause);
    if (repository instanceof Error) return this.#rejectAll(repository);
    if (repository.code !== 0) return this.#rejectAll(gitFailure(['cat-file'], repository.stderr));
    this.#answer(undefined);
    if (this.#waiting.length > 0) this.#ask(this.#waiting.map((request) => request.name));
  }

  #rejectAll(error: Error): void {
    for (const { batch } of this.#waiting.splice(0)) batch.reject(error);
  }

  /** Answers the first question. */
  #answer(object: GitObject | undefined): void {
    const request = this.#waiting.shift();
    if (request === undefined) return;
    const { batch, at } = request;
    batch.answers[at] = object;
    batch.open -= 1;
    if (batch.open === 0) batch.resolve(batch.answers);
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#size += chunk.length;
    // Joining only when an answer can be whole keeps a large blob from being copied once per chunk.
    if (this.#size < this.#needed) return;
    const bytes = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    let at = 0;
    for (let end = this.#takeAnswer(bytes, at); end > at; end = this.#takeAnswer(bytes, at)) at = end;
    this.#received = at < bytes.length ? [bytes.subarray(at)] : [];
    this.#size = bytes.length - at;
    if (this.#waiting.length === 0 && this.#child !== undefined) hold(this.#child, false);
  }

  /** Settles the first question when its answer, which begins at a place, is whole; answers where it ends, or the same place. */
  #takeAnswer(bytes: Buffer, start: number): number {
    this.#needed = bytes.length - start + 1;
    const lineEnd = bytes.indexOf(0x0a, start);
    if (lineEnd < 0) return start;
    const found = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/.exec(bytes.toString('latin1', start, lineEnd));
    if (!found) {
      this.#answer(undefined);
      return lineEnd + 1;
    }
    const end = lineEnd + 1 + Number(found[3]);
    if (bytes.length <= end) {
      this.#needed = end + 1 - start;
      return start;
    }
    // A copy: what is kept of a large answer must not keep the rest of it.
    const content = Buffer.from(bytes.subarray(lineEnd + 1, end));
    this.#answer({ oid: found[1] ?? '', type: found[2] as ObjectType, bytes: content });
    return end + 1;
  }
}
