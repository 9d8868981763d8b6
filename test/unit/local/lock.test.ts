import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import * as assert from 'uvu/assert';
import { localPath } from '../../../src/local/files.ts';
import { isLocked, type LockName, withLock } from '../../../src/local/lock.ts';
import { ownerOf, ownName } from '../../../src/local/owner.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

const world = { now: () => new Date() };
const placeAt = (folder: string) => ({ gitDir: folder, commonDir: folder });

/** Leaves a lock as another process would, some time ago. */
function leaveLock(folder: string, lock: LockName, { mark, minutes = 0 }: { mark: string; minutes?: number }): void {
  const path = localPath(placeAt(folder), lock);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, mark);
  const then = Date.now() / 1000 - minutes * 60;
  utimesSync(path, then, then);
}

/** Whether somebody comes by a lock with this mark in it, that long after it was taken. */
const passes = (lock: LockName, mark: string, minutes = 0) =>
  withFolder(async (folder) => {
    leaveLock(folder, lock, { mark, minutes });
    const { taken } = await withLock(placeAt(folder), { lock, patience: 0, world }, () => Promise.resolve());
    assert.is(isLocked(placeAt(folder), lock), !taken);
    return taken;
  });

const { pid, start } = ownerOf(process.ppid);
const parent = `${pid}@${hostname()}+${start}`;
const reused = `${pid}@${hostname()}+1`;
const elsewhere = `${pid}@elsewhere+${start}`;
const dead = `${spawnSync('true').pid}@${hostname()}+1`;
const all: readonly LockName[] = ['saving', 'sync.lock', 'restore.json.claim'];

describe('a lock', (it) => {
  it('lets one run at a time, in one process too', () =>
    withFolder(async (folder) => {
      const order: string[] = [];
      const run = (name: string) =>
        withLock(placeAt(folder), { lock: 'sync.lock', patience: 10_000, world }, async () => {
          order.push(`${name} begins`);
          await new Promise((resolve) => setTimeout(resolve, 20));
          order.push(`${name} ends`);
        });
      await Promise.all([run('one'), run('two')]);
      assert.equal(order, ['one begins', 'one ends', 'two begins', 'two ends']);
      assert.not.ok(isLocked(placeAt(folder), 'sync.lock'));
    }));

  it('names its holder, and hands on what was done under it', () =>
    withFolder(async (folder) => {
      const path = localPath(placeAt(folder), 'saving');
      const work = async () => readFileSync(path, 'utf8');
      const outcome = await withLock(placeAt(folder), { lock: 'saving', patience: 0, world }, work);
      assert.equal(outcome, { taken: true, value: ownName() });
    }));

  it('is taken from a process that is gone, whose number another one has now, or that died before it wrote its mark', async () => {
    for (const lock of all) {
      for (const mark of [dead, reused]) assert.ok(await passes(lock, mark), mark);
      assert.ok(await passes(lock, '', 1));
    }
  });

  it('is left to a process that lives, and to one that may be writing its mark', async () => {
    for (const lock of all) for (const mark of [parent, ownName(), '']) assert.not.ok(await passes(lock, mark), mark);
  });

  it('is left for a while to a process on another machine or in a container', async () => {
    const minutes = {
      saving: 1,
      retaining: 30,
      'sync.lock': 30,
      'operations.lock': 2 / 60,
      'restore.json.claim': 2 / 60,
    };
    for (const lock of all) {
      assert.not.ok(await passes(lock, elsewhere, minutes[lock] / 2), lock);
      assert.ok(await passes(lock, elsewhere, minutes[lock] * 1.1), lock);
    }
  });

  it('is taken from a sync that takes too long, and from a save that gives no sign of life', async () => {
    assert.equal([await passes('sync.lock', parent, 60), await passes('saving', parent, 2)], [true, true]);
    assert.equal([await passes('sync.lock', parent, 20), await passes('saving', parent, 0.5)], [false, false]);
  });

  it('stays with the one that took it over when its former holder comes back', () =>
    withFolder(async (folder) => {
      const path = localPath(placeAt(folder), 'saving');
      const work = async () => writeFileSync(path, parent);
      await withLock(placeAt(folder), { lock: 'saving', patience: 0, world }, work);
      assert.is(readFileSync(path, 'utf8'), parent);
    }));

  it('goes when the work fails', () =>
    withFolder(async (folder) => {
      const wanted = { lock: 'sync.lock', patience: 0, world } as const;
      const failing = withLock(placeAt(folder), wanted, () => Promise.reject(new Error('no')));
      assert.is(await failing.catch((error: Error) => error.message), 'no');
      assert.not.ok(existsSync(localPath(placeAt(folder), 'sync.lock')));
    }));
});
