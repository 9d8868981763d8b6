import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../core/failure.ts';
import type { GitEngine } from '../git/engine.ts';
import { localPath } from '../local/files.ts';
import { makeOwnFolder } from '../local/own-folder.ts';
import { ageOf, isAbandonedLock, thisProcess } from '../local/owner.ts';

/** A living one that hangs must not keep others waiting for ever. */
const LONGEST_MS = 30 * 60_000;

/** Runs one exchange at a time in a clone. This is courtesy, not safety: every ref moves by compare-and-swap anyway. */
export async function withSyncLock<T>(engine: GitEngine, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const path = localPath(engine.place, 'sync.lock');
  makeOwnFolder(dirname(path));
  const until = Date.now() + patienceMs;
  while (!take(path)) {
    if (ageOf(path) > LONGEST_MS || isAbandonedLock(path, LONGEST_MS)) rmSync(path, { force: true });
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
  const { pid, host, start } = thisProcess();
  try {
    writeFileSync(path, `${pid} ${host} ${start}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
