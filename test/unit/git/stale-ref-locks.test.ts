import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import {
  forgetDeadWriters,
  lockOf,
  oldLocks,
  removeLeftHold,
  removeStaleLocks,
} from '../../../src/git/stale-ref-locks.ts';
import { ownerOf, ownName } from '../../../src/local/owner.ts';
import { withWriterRecord } from '../../../src/local/writer-records.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

function placeAt(folder: string) {
  return { root: folder, gitDir: folder, commonDir: folder, prefix: '' };
}

const records = (folder: string) => readdirSync(join(folder, 'git-checkpoint', 'writers'));

/** Work that goes on until it is told to end. */
function openWork() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

describe('the record of a process that writes', (it) => {
  it('goes with the last writer of its repository, whatever the process does in others', () =>
    withFolder(async (folder) => {
      const [one, two] = [join(folder, 'one'), join(folder, 'two')];
      for (const place of [one, two]) mkdirSync(place);
      const [longer, shorter] = [openWork(), openWork()];
      const inOne = withWriterRecord(placeAt(one), shorter.work);
      const inTwo = withWriterRecord(placeAt(two), longer.work);
      shorter.end();
      await inOne;
      assert.equal(records(one), []);
      assert.equal(records(two), [ownName()]);
      longer.end();
      await inTwo;
      assert.equal(records(two), []);
    }));

  it('stays while another writer of the same process is at work there', () =>
    withFolder(async (folder) => {
      const [longer, shorter] = [openWork(), openWork()];
      const both = [longer, shorter].map(({ work }) => withWriterRecord(placeAt(folder), work));
      shorter.end();
      await both[1];
      assert.equal(records(folder), [ownName()]);
      longer.end();
      await both[0];
      assert.equal(records(folder), []);
    }));

  it('goes when the work fails', () =>
    withFolder(async (folder) => {
      const failing = withWriterRecord(placeAt(folder), () => Promise.reject(new Error('no')));
      assert.is(await failing.catch((error: Error) => error.message), 'no');
      assert.equal(records(folder), []);
    }));
});

describe('a lock beside the record of a dead writer', (it) => {
  it("goes after seconds on a ref of ours, and after a minute where a gc of the user's may hold it", () =>
    withFolder(async (folder) => {
      const place = placeAt(folder);
      mkdirSync(join(folder, 'git-checkpoint', 'writers'), { recursive: true });
      mkdirSync(join(folder, 'refs', 'checkpoints'), { recursive: true });
      const [ours, packed] = ['refs/checkpoints/1', 'packed-refs'].map((ref) => lockOf(place, ref));
      const stand = (lock: string, seconds: number) => {
        // No process has so high a number.
        writeFileSync(join(folder, 'git-checkpoint', 'writers', `99999999@${hostname()}+1`), '');
        writeFileSync(lock, '');
        utimesSync(lock, Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);
        return removeStaleLocks(place, [lock]) && !existsSync(lock);
      };
      assert.equal(
        [stand(ours ?? '', 1), stand(ours ?? '', 5), stand(packed ?? '', 5), stand(packed ?? '', 90)],
        [false, true, false, true],
      );
    }));

  it('stays while its writer may live, and goes when another process has the number, or after ten minutes of silence', () =>
    withFolder(async (folder) => {
      const place = placeAt(folder);
      const lock = lockOf(place, 'refs/checkpoints/1');
      mkdirSync(join(folder, 'refs', 'checkpoints'), { recursive: true });
      const goesBeside = (name: string, minutes = 0) => {
        const record = join(folder, 'git-checkpoint', 'writers', name);
        mkdirSync(dirname(record), { recursive: true });
        writeFileSync(record, '');
        writeFileSync(lock, '');
        utimesSync(record, Date.now() / 1000 - minutes * 60, Date.now() / 1000 - minutes * 60);
        utimesSync(lock, Date.now() / 1000 - 60, Date.now() / 1000 - 60);
        const went = removeStaleLocks(place, [lock]) && !existsSync(lock);
        rmSync(record, { force: true });
        return went;
      };
      const { pid, start, host } = ownerOf(process.ppid);
      assert.not(goesBeside(`${pid}@${host}+${start}`, 60));
      assert.ok(goesBeside(`${pid}@${host}+1`));
      assert.equal([goesBeside('7@elsewhere+1', 9), goesBeside('7@elsewhere+1', 11)], [false, true]);
    }));

  it('stays with that record; without a lock the record goes', () =>
    withFolder(async (folder) => {
      const place = placeAt(folder);
      mkdirSync(join(folder, 'git-checkpoint', 'writers'), { recursive: true });
      const dead = `99999999@${hostname()}+1`;
      writeFileSync(join(folder, 'git-checkpoint', 'writers', dead), '');
      const lock = lockOf(place, 'packed-refs');
      writeFileSync(lock, '');
      forgetDeadWriters(place);
      assert.equal(records(folder), [dead]);
      rmSync(lock);
      await withWriterRecord(place, async () => forgetDeadWriters(place));
      assert.equal(records(folder), []);
    }));

  it('of packed refs is ours to remove where it names a process of ours', () =>
    withFolder(async (folder) => {
      const place = placeAt(folder);
      const lock = lockOf(place, 'packed-refs');
      const found = ['', `git-checkpoint 7@${hostname()}+1`].map((text) => {
        writeFileSync(lock, text);
        utimesSync(lock, Date.now() / 1000 - 90, Date.now() / 1000 - 90);
        return oldLocks(place, 60_000);
      });
      assert.equal(found, [[], [lock]]);
    }));

  it('of packed refs stays while it is young: another process may have taken it from the one that it named', () =>
    withFolder(async (folder) => {
      const place = placeAt(folder);
      const lock = lockOf(place, 'packed-refs');
      const stays = [1, 10].map((seconds) => {
        writeFileSync(lock, `git-checkpoint 99999999@${hostname()}+1`);
        utimesSync(lock, Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);
        removeLeftHold(place);
        return existsSync(lock);
      });
      assert.equal(stays, [true, false]);
    }));

  it('of packed refs is told by doctor as soon as its process is known to be gone', () =>
    withFolder(async (folder) => {
      const place = placeAt(folder);
      const lock = lockOf(place, 'packed-refs');
      const told = [1, 10].map((seconds) => {
        writeFileSync(lock, `git-checkpoint 99999999@${hostname()}+1`);
        utimesSync(lock, Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);
        return oldLocks(place, 60_000);
      });
      assert.equal(told, [[], [lock]]);
    }));

  it('of packed refs goes after ten minutes where nobody sees its process, and when the clock was set back since', () =>
    withFolder(async (folder) => {
      const place = placeAt(folder);
      const lock = lockOf(place, 'packed-refs');
      const goes = (mark: string, minutes: number) => {
        writeFileSync(lock, `git-checkpoint ${mark}`);
        utimesSync(lock, Date.now() / 1000 - minutes * 60, Date.now() / 1000 - minutes * 60);
        return removeLeftHold(place);
      };
      assert.equal([goes('7@elsewhere+1', 9), goes('7@elsewhere+1', 11)], [false, true]);
      assert.ok(goes(`99999999@${hostname()}+1`, -600));
    }));

  it('of packed refs goes, too, where somebody deletes a ref', () =>
    withFolder(async (folder) => {
      const place = placeAt(folder);
      const lock = lockOf(place, 'packed-refs');
      writeFileSync(lock, `git-checkpoint 99999999@${hostname()}+1`);
      utimesSync(lock, Date.now() / 1000 - 10, Date.now() / 1000 - 10);
      assert.equal([removeStaleLocks(place, [lock]), existsSync(lock)], [true, false]);
    }));
});
