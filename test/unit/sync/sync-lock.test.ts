import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import type { GitEngine } from '../../../src/git/engine.ts';
import { withSyncLock } from '../../../src/sync/sync-lock.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

const engineAt = (folder: string) => ({ place: { commonDir: folder } }) as GitEngine;
const lockIn = (folder: string) => join(folder, 'git-checkpoint', 'sync.lock');

/** Leaves a lock as another process would, some time ago. */
function leaveLock(folder: string, text: string, ageMs = 0): void {
  mkdirSync(dirname(lockIn(folder)), { recursive: true });
  writeFileSync(lockIn(folder), text);
  const then = new Date(Date.now() - ageMs);
  utimesSync(lockIn(folder), then, then);
}

const taken = (folder: string) => withSyncLock(engineAt(folder), 0, async () => existsSync(lockIn(folder)));

describe('the lock of a sync', (it) => {
  it('lets one sync of a clone run at a time, in one process too', () =>
    withFolder(async (folder) => {
      const order: string[] = [];
      const run = (name: string) =>
        withSyncLock(engineAt(folder), 10_000, async () => {
          order.push(`${name} begins`);
          await new Promise((resolve) => setTimeout(resolve, 20));
          order.push(`${name} ends`);
        });
      await Promise.all([run('one'), run('two')]);
      assert.equal(order, ['one begins', 'one ends', 'two begins', 'two ends']);
      assert.not.ok(existsSync(lockIn(folder)));
    }));

  it('is taken from a process that is gone, that died before it wrote its name, or that holds it for an hour', async () => {
    for (const [text, age] of [
      [`${spawnSync('true').pid} ${hostname()}\n`, 0],
      [`${process.ppid} ${hostname()} 1\n`, 0],
      ['', 60_000],
      [`1 another-machine\n`, 3_600_000],
    ] as const) {
      await withFolder(async (folder) => {
        leaveLock(folder, text, age);
        assert.ok(await taken(folder));
        assert.not.ok(existsSync(lockIn(folder)));
      });
    }
  });

  it('is left to a process that lives, on this machine or another', async () => {
    for (const text of [`${process.pid} ${hostname()}\n`, '1 another-machine\n', '']) {
      await withFolder(async (folder) => {
        leaveLock(folder, text);
        const message = await taken(folder).catch((error: Error) => error.message);
        assert.is(message, 'another sync of this repository is running');
        assert.ok(existsSync(lockIn(folder)));
      });
    }
  });

  it('goes when the sync fails', () =>
    withFolder(async (folder) => {
      const failing = withSyncLock(engineAt(folder), 0, () => Promise.reject(new Error('no')));
      assert.is(await failing.catch((error: Error) => error.message), 'no');
      assert.not.ok(existsSync(lockIn(folder)));
    }));
});
