import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../core/failure.ts';
import type { GitEngine } from '../git/engine.ts';
import { isAlive, makeOwnFolder } from '../git/scratch.ts';

const LONGEST_MS = 30 * 60_000;

/** Runs one exchange at a time in a clone. This is courtesy, not safety: every ref moves by compare-and-swap anyway. */
export async function withSyncLock<T>(engine: GitEngine, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const path = join(engine.place.commonDir, 'git-checkpoint', 'sync.lock');
  makeOwnFolder(join(engine.place.commonDir, 'git-checkpoint'));
  const until = Date.now() + patienceMs;
  while (!take(path)) {
    if (isStale(path)) rmSync(path, { force: true });
    else if (Date.now() > until)
      throw new Failure('fatal', 'another sync of this repository is running', { hint: `It holds ${path}` });
    else await sleep(100 + Math.random() * 200);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    writeFileSync(path, `${process.pid} ${hostname()}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isStale(path: string): boolean {
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > LONGEST_MS) return true;
  try {
    const [pid, host] = readFileSync(path, 'utf8').trim().split(' ');
    // A holder that was killed between making and filling the file leaves it empty.
    if (pid === '' || pid === undefined) return age > 2000;
    return host === hostname() && !isAlive(Number(pid));
  } catch {
    // It went away meanwhile: the next try decides.
    return false;
  }
}
