import type { ChildProcess } from 'node:child_process';
import { Failure } from '../../core/failure.ts';
import { pathToBytes } from '../../core/path-text.ts';
import type { GitObject, ObjectType } from '../engine.ts';
import type { RepositoryFiles } from './own-files.ts';
import { gitFailure, type RunOptions, spawnGit, tryGit } from './run.ts';

/** From so many on git is quicker, which keeps its packs mapped; for fewer its start, or the way to it and back, costs more than it saves. */
const MANY = 300;
const SOME = 8;

interface Request {
  readonly name: string;
  resolve(object: GitObject | undefined): void;
  reject(error: Error): void;
}

/**
 * Reads objects from the repository's own files, and asks git for what they do not tell: one `git cat-file --batch` that lives as
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
  #closed = false;

  constructor(options: RunOptions, files: RepositoryFiles | undefined) {
    this.#options = options;
    this.#files = files;
  }

  /** An object per name; missing and damaged ones are undefined. */
  read(names: readonly string[]): Promise<(GitObject | undefined)[]> {
    // A question that comes after the end, from work that a failure left running, would start a process that nobody ends.
    if (this.#closed) return Promise.reject(new Failure('fatal', 'the repository is closed already'));
    const files = names.length < (this.#child === undefined ? MANY : SOME) ? this.#files : undefined;
    const found = names.map((name) => files?.find(name) ?? 'unknown');
    this.#ask(names.filter((_, at) => found[at] === 'unknown'));
    return Promise.all(
      found.map((answer, at) => {
        if (answer === 'unknown') return this.#wait(names[at] ?? '');
        return answer === 'absent' ? undefined : answer;
      }),
    );
  }

  #wait(name: string): Promise<GitObject | undefined> {
    return new Promise((resolve, reject) => this.#waiting.push({ name, resolve, reject }));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#files?.close();
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    hold(child, true);
    await new Promise<void>((resolve) => {
      child.once('close', () => resolve());
      child.stdin?.end();
    });
  }

  #ask(names: readonly string[]): void {
    if (names.length === 0) return;
    this.#child ??= this.#start();
    hold(this.#child, true);
    // The name of a ref may hold bytes that are not UTF-8.
    this.#child.stdin?.write(pathToBytes(`${names.join('\n')}\n`));
  }

  #start(): ChildProcess {
    const child = spawnGit(['cat-file', '--batch'], this.#options);
    this.#received = [];
    this.#size = 0;
    this.#needed = 1;
    child.stdin?.on('error', () => {});
    child.stderr?.resume();
    child.stdout?.on('data', (chunk: Buffer) => this.#receive(chunk));
    child.on('error', (cause) => this.#rejectAll(cause));
    child.on('close', () => void this.#stoppedEarly());
    return child;
  }

  /** A damaged object ends cat-file: it counts as missing, and the others are asked for again. */
  async #stoppedEarly(): Promise<void> {
    this.#child = undefined;
    if (this.#waiting.length === 0) return;
    const repository = await tryGit(['rev-parse', '--git-dir'], this.#options).catch((cause: Error) => cause);
    if (repository instanceof Error) return this.#rejectAll(repository);
    if (repository.code !== 0) return this.#rejectAll(gitFailure(['cat-file'], repository.stderr));
    this.#waiting.shift()?.resolve(undefined);
    this.#ask(this.#waiting.map((request) => request.name));
  }

  #rejectAll(error: Error): void {
    for (const request of this.#waiting.splice(0)) request.reject(error);
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#size += chunk.length;
    // Joining only when an answer can be whole keeps a large blob from being copied once per chunk.
    if (this.#size < this.#needed) return;
    let bytes = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    for (let used = this.#takeAnswer(bytes); used > 0; used = this.#takeAnswer(bytes)) bytes = bytes.subarray(used);
    this.#received = bytes.length > 0 ? [bytes] : [];
    this.#size = bytes.length;
    if (this.#waiting.length === 0 && this.#child !== undefined) hold(this.#child, false);
  }

  /** Settles the first question when its answer is whole; answers how many bytes that took. */
  #takeAnswer(bytes: Buffer): number {
    this.#needed = bytes.length + 1;
    const lineEnd = bytes.indexOf(0x0a);
    if (lineEnd < 0) return 0;
    const found = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/.exec(bytes.toString('latin1', 0, lineEnd));
    if (!found) {
      this.#waiting.shift()?.resolve(undefined);
      return lineEnd + 1;
    }
    const end = lineEnd + 1 + Number(found[3]);
    if (bytes.length <= end) {
      this.#needed = end + 1;
      return 0;
    }
    // A copy: what is kept of a large answer must not keep the rest of it.
    const content = Buffer.from(bytes.subarray(lineEnd + 1, end));
    this.#waiting.shift()?.resolve({ oid: found[1] ?? '', type: found[2] as ObjectType, bytes: content });
    return end + 1;
  }
}

/** A child that nobody waits for must not keep the program alive that opened the repository. */
function hold(child: ChildProcess, firmly: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) {
    const { ref, unref } = handle as unknown as { ref(): void; unref(): void };
    (firmly ? ref : unref).call(handle);
  }
}
