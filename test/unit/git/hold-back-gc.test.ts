import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { withGcHeldBack } from '../../../src/git/hold-back-gc.ts';
import { lockOf } from '../../../src/git/stale-ref-locks.ts';
import { ownRecord } from '../../../src/local/writer-records.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

describe('what was done while a gc was held back', (it) => {
  it('is done, though the lock and its record cannot be removed any more', () =>
    withFolder(async (folder) => {
      const place = { root: folder, gitDir: folder, commonDir: folder, prefix: '' };
      mkdirSync(join(folder, 'objects/pack'), { recursive: true });
      const held = async () => {
        const [lock, record] = [lockOf(place, 'packed-refs'), ownRecord(place)];
        for (const path of [lock, record]) rmSync(path);
        // Stand for a disk that cannot be written to any more: neither can be looked at, or removed, as a file.
        symlinkSync(lock, lock);
        mkdirSync(record);
        return 'held';
      };
      const work = { held, unheld: async () => 'unheld', before: async () => {}, deadline: 0, maxWait: 0 };
      assert.is(await withGcHeldBack({ place, configEntries: async () => [] }, work), 'held');
    }));
});
