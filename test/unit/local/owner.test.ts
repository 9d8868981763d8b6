import { spawnSync } from 'node:child_process';
import { utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import {
  isAbandoned,
  isAbandonedLock,
  isSameProcess,
  ownerOf,
  ownName,
  parseOwner,
  stateOf,
  thisProcess,
} from '../../../src/local/owner.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

const dead = { pid: spawnSync('true').pid, start: '1', host: hostname() };
/** The number of a process that lives, and that is another one. */
const reused = { ...ownerOf(process.ppid), start: '1' };
const elsewhere = { ...thisProcess(), host: 'elsewhere' };

describe('the owner of a file', (it) => {
  it('is alive while its process runs, also where its start is not told', () => {
    const parent = ownerOf(process.ppid);
    assert.equal([thisProcess(), parent, { ...parent, start: '?' }].map(stateOf), ['alive', 'alive', 'alive']);
  });

  it('is gone when its process ended, or when another one has the number now', () => {
    assert.equal([dead, { ...dead, start: '?' }, reused].map(stateOf), ['gone', 'gone', 'gone']);
  });

  it('is unknown on another machine, without a machine, and where the mark cannot be read', () => {
    const unclear = [elsewhere, { ...dead, host: '' }, undefined];
    assert.equal(unclear.map(stateOf), ['unknown', 'unknown', 'unknown']);
    assert.equal(
      unclear.map((owner) => isAbandoned(owner, 999, 1000)),
      [false, false, false],
    );
    assert.equal(
      unclear.map((owner) => isAbandoned(owner, 1001, 1000)),
      [true, true, true],
    );
  });

  it('is judged by age only when it is unknown', () => {
    assert.not(isAbandoned(thisProcess(), Number.POSITIVE_INFINITY, 0));
    assert.ok(isAbandoned(dead, 0, 1000));
  });

  it('is read from a name, and from words as git has them', () => {
    const own = parseOwner(ownName());
    assert.equal([own?.pid, own?.start, stateOf(own)], [process.pid, thisProcess().start, 'alive']);
    assert.equal(parseOwner('7@web-1.example'), { pid: 7, start: '?', host: 'web-1.example' });
    assert.equal(parseOwner('7 web\n'), { pid: 7, start: '?', host: 'web' });
    assert.equal(['', '7', '7x', '-7@web'].map(parseOwner), [undefined, undefined, undefined, undefined]);
  });

  it('is the same process only with the same number, start and machine, as far as that was told', () => {
    const others = [elsewhere, { ...thisProcess(), start: '1' }, { ...thisProcess(), host: '' }];
    assert.equal(
      others.map((other) => isSameProcess(other, thisProcess())),
      [false, false, true],
    );
  });
});

describe('a lock with a mark in it', (it) => {
  it('is left when its owner is gone, and after a while when that cannot be known', () =>
    withFolder(async (folder) => {
      const lock = join(folder, 'lock');
      const isLeft = (mark: string, seconds: number) => {
        writeFileSync(lock, mark);
        const then = Date.now() / 1000 - seconds;
        utimesSync(lock, then, then);
        return isAbandonedLock(lock, 60_000);
      };
      for (const left of [`${dead.pid}@${dead.host}+1`, `${reused.pid}@${reused.host}+1`, `${dead.pid} ${dead.host}\n`])
        assert.ok(isLeft(left, 0), left);
      assert.not(isLeft(ownName(), 3600));
      for (const unclear of ['7@elsewhere+1', '7 elsewhere'])
        assert.equal([isLeft(unclear, 30), isLeft(unclear, 90)], [false, true], unclear);
      // Being written, torn, or torn before the clock was set back.
      for (const torn of ['', '7', '7@'])
        assert.equal([isLeft(torn, 0), isLeft(torn, 5), isLeft(torn, -3600)], [false, true, true]);
      assert.not(isAbandonedLock(join(folder, 'absent'), 0));
    }));
});
