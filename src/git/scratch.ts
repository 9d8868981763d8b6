import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes files named `<prefix><pid>…` whose process is gone: what a killed save left behind. */
export function sweepDeadFiles(directory: string, prefix: string): void {
  for (const name of readdirSync(directory)) {
    const pid = name.startsWith(prefix) ? /^\d+/.exec(name.slice(prefix.length))?.[0] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(directory, name), { force: true });
  }
}

/** Whether a process of this machine runs, as far as we may know. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
