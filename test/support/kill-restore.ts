import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLI } from './run-cli.ts';
import type { TestRepo } from './with-repo.ts';

/** There while a restore changes files. */
export const journal = (repo: TestRepo) => join(repo.root, '.git/git-checkpoint/restore.json');

/** Starts a command and kills it, git processes and all, some time after it began to change files, or after it started. */
export async function killAt(
  repo: TestRepo,
  args: readonly string[],
  instant: { readonly after: 'journal' | 'start'; readonly milliseconds: number },
): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [CLI, ...args], {
    cwd: repo.root,
    env: repo.env,
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let over = false;
  // Its number may be given to another process from now on.
  child.once('exit', () => {
    over = true;
  });
  while (instant.after === 'journal' && !over && !existsSync(journal(repo)))
    await new Promise((resolve) => setImmediate(resolve));
  if (instant.milliseconds > 0) await sleep(instant.milliseconds);
  try {
    if (!over && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  await ended;
}
