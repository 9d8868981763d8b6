import type { ChildProcess } from 'node:child_process';
import { type RunOptions, spawnGit } from './run.ts';

/**
 * git keeps what it unpacked, because the next object may be a difference from it: up to 96 MB, which a process that reads all
 * checkpoints fills. With 16 MB notes and trees are read as quickly, for one comes after its neighbour; many versions of a file of
 * megabytes take a little longer.
 */
const smallCache = ['-c', 'core.deltaBaseCacheLimit=16m'];

/** Starts a git that reads objects as long as it is asked for them. */
export function spawnLasting(args: readonly string[], options: RunOptions): ChildProcess {
  return spawnGit([...smallCache, ...args], options);
}

/** A child that nobody waits for must not keep the program alive that opened the repository. */
export function hold(child: ChildProcess, firmly: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) {
    const { ref, unref } = handle as unknown as { ref(): void; unref(): void };
    (firmly ? ref : unref).call(handle);
  }
}

/** Lets a child that reads its questions from stdin come to its end, and waits for it. */
export async function endChild(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  hold(child, true);
  await new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.stdin?.end();
  });
}
