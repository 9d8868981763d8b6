import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { TreeChange } from '../../core/tree-change.ts';
import type { DiffOptions, TreePair } from '../engine.ts';
import { endChild, hold } from './lasting-child.ts';
import { gitFailure, type RunOptions, spawnGit } from './run.ts';
import { parsePairs } from './tree-diff.ts';
import { plainDiff } from './trees.ts';

/**
 * Compares many pairs of trees in several goes by one `git diff-tree --stdin`, which is started on the first question and lives as long as
 * the engine. A line that names no tree git repeats at once, and with it all that it held back: that marks the end of an answer.
 */
export class TreeDiffer {
  readonly #options: RunOptions;
  readonly #children = new Map<boolean, ChildProcess>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: RunOptions) {
    this.#options = options;
  }

  /** What differs within each pair. */
  diff(pairs: readonly TreePair[], { counts = true }: Pick<DiffOptions, 'counts'>): Promise<TreeChange[][]> {
    if (pairs.length === 0) return Promise.resolve([]);
    // One question at a time; that another one failed is told to who asked it.
    const answer = this.#last.then(() => this.#ask(pairs, counts));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    await this.#last;
    await Promise.all([...this.#children.values()].map(endChild));
  }

  async #ask(pairs: readonly TreePair[], counts: boolean): Promise<TreeChange[][]> {
    const child = this.#children.get(counts) ?? this.#start(counts);
    hold(child, true);
    const end = `end ${randomUUID()}\n`;
    const answer = answerOf(child, Buffer.from(end));
    // git answers a pair whose trees are equal like any other, without records.
    child.stdin?.write(`${pairs.map(({ from, to }) => `${from} ${to}\n`).join('')}${end}`);
    const output = await answer;
    hold(child, false);
    return parsePairs(output);
  }

  #start(counts: boolean): ChildProcess {
    const form = ['--stdin', '-r', '--raw', ...(counts ? ['--numstat'] : []), '-z', '--abbrev=64', '--no-renames'];
    const child = spawnGit(['diff-tree', ...form, ...plainDiff], this.#options);
    child.stdin?.on('error', () => {});
    this.#children.set(counts, child);
    child.once('close', () => this.#children.delete(counts));
    return child;
  }
}

/** What a child says up to a mark. */
function answerOf(child: ChildProcess, mark: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const said: Buffer[] = [];
    let tail: Buffer = Buffer.alloc(0);
    let words = '';
    const hear = (chunk: Buffer) => {
      said.push(chunk);
      // The mark may come in parts.
      tail = Buffer.concat([tail, chunk.subarray(-mark.length)]).subarray(-mark.length);
      if (!tail.equals(mark)) return;
      settle();
      const all = Buffer.concat(said);
      resolve(all.subarray(0, all.length - mark.length));
    };
    const complain = (chunk: Buffer) => (words += chunk.toString());
    // A damaged tree ends it.
    const fail = (cause: unknown) => {
      settle();
      reject(cause instanceof Error ? cause : gitFailure(['diff-tree'], words));
    };
    const settle = () => {
      child.stdout?.off('data', hear);
      child.stderr?.off('data', complain);
      child.off('error', fail).off('close', fail);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', complain);
    child.on('error', fail).on('close', fail);
  });
}
