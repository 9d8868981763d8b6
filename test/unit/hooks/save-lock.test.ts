import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { withSaveLock } from '../../../src/hooks/save-lock.ts';
import { type Owner, ownerOf } from '../../../src/local/owner.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

describe('the lock of a hook that saves', (it) => {
  /** Whether a save comes by a lock with this holder, that long after it was taken. */
  const passes = (holder: Owner, minutes = 0) =>
    withFolder(async (gitDir) => {
      const lock = join(gitDir, 'git-checkpoint', 'saving');
      mkdirSync(join(gitDir, 'git-checkpoint'));
      writeFileSync(lock, JSON.stringify(holder));
      utimesSync(lock, Date.now() / 1000 - minutes * 60, Date.now() / 1000 - minutes * 60);
      const place = { root: gitDir, gitDir, commonDir: gitDir, prefix: '' };
      const passed = await withSaveLock(place, 100, () => Promise.resolve());
      assert.is(existsSync(lock), !passed);
      return passed;
    });
  const parent = ownerOf(process.ppid);

  it('is left to a process that lives, and taken when another one has its number now', async () => {
    assert.equal([await passes(parent, 60), await passes({ ...parent, start: '1' })], [false, true]);
  });

  it('is left for ten minutes to a hook on another machine or in a container', async () => {
    const elsewhere = { ...parent, host: 'elsewhere' };
    assert.equal([await passes(elsewhere, 9), await passes(elsewhere, 11)], [false, true]);
  });
});
