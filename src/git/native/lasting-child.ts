import type { ChildProcess } from 'node:child_process';

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
