import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { TreeChange } from '../../core/tree-change.ts';
import type { DiffOptions, TreePair } from '../engine.ts';
import { endChild, hold, spawnLasting } from './lasting-child.ts';
import { gitFailure, type RunOptions } from './run.ts';
import { parsePairs } from './tree-diff.ts';
import { plainDiff } from './trees.ts';

/** Compares many pairs of trees in several goes by one git process, which is started on the first question and lives as long as the engine. */
export class TreeDiffer {
  readonly #options: RunOptions;
  readonly #running = new Map<boolean, DiffTree>();

  constructor(options: RunOptions) {
    this.#options = options;
  }

  /** What differs within each pair. */
  async diff(pairs: readonly TreePair[], { counts = true }: Pick<DiffOptions, 'counts'>): Promise<TreeChange[][]> {
    if (pairs.length === 0) return [];
    // git answers a pair whose trees are equal like any other, without records.
    const lines = pairs.map(({ from, to }) => `${from} ${to}\n`).join('');
    return parsePairs(await (this.#running.get(counts) ?? this.#start(counts)).ask(lines));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.values()].map((one) => one.end()));
  }

  #start(counts: boolean): DiffTree {
    const form = ['--stdin', '-r', '--raw', ...(counts ? ['--numstat'] : []), '-z', '--abbrev=64', '--no-renames'];
    const child = spawnLasting(['diff-tree', ...form, ...plainDiff], this.#options);
    const started = new DiffTree(child);
    this.#running.set(counts, started);
    // A damaged tree ends it; the next question starts another.
    child.once('close', () => this.#running.delete(counts));
    return started;
  }
}

interface Question {
  readonly mark: string;
  resolve(answer: Buffer): void;
  reject(error: Error): void;
}

/**
 * A running `git diff-tree --stdin`. A line that names no tree git repeats at once, and with it all that it held back: that marks the end
 * of an answer. Questions are put without waiting for earlier answers, so that git is never idle.
 */
class DiffTree {
  readonly #child: ChildProcess;
  readonly #open: Question[] = [];
  #said: Buffer[] = [];
  /** The end of what was said, in which a mark may begin. */
  #tail: Buffer = Buffer.alloc(0);
  #words = '';

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdin?.on('error', () => {});
    child.stdout?.on('data', (chunk: Buffer) => this.#hear(chunk));
    child.stderr?.on('data', (chunk: Buffer) => (this.#words += chunk.toString()));
    child.on('error', (cause) => this.#fail(cause));
    child.on('close', () => this.#fail(gitFailure(['diff-tree'], this.#words)));
  }

  ask(lines: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const mark = `end ${randomUUID()}\n`;
      this.#open.push({ mark, resolve, reject });
      hold(this.#child, true);
      this.#child.stdin?.write(lines + mark);
    });
  }

  end(): Promise<void> {
    return endChild(this.#child);
  }

  #hear(chunk: Buffer): void {
    this.#said.push(chunk);
    const mark = this.#open[0]?.mark ?? '';
    const near = Buffer.concat([this.#tail, chunk]);
    this.#tail = near.subarray(-mark.length);
    if (near.includes(mark)) this.#answer();
  }

  #answer(): void {
    let all: Buffer = Buffer.concat(this.#said);
    for (let first = this.#open[0]; first !== undefined; first = this.#open[0]) {
      const end = all.indexOf(first.mark);
      if (end < 0) break;
      this.#open.shift();
      first.resolve(all.subarray(0, end));
      all = all.subarray(end + first.mark.length);
    }
    this.#said = [all];
    this.#tail = all;
    if (this.#open.length === 0) hold(this.#child, false);
  }

  #fail(error: Error): void {
    for (const { reject } of this.#open.splice(0)) reject(error);
  }
}
