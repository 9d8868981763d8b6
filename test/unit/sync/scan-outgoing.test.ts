import * as assert from 'uvu/assert';
import { checkpointNumber } from '../../../src/core/number.ts';
import { emptyLedger as nothing } from '../../../src/store/ledger.ts';
import { scanOutgoing } from '../../../src/sync/scan-outgoing.ts';
import { withOpen } from '../../support/open.ts';
import { checkpoint } from '../../support/run-main.ts';
import { describe } from '../../support/suite.ts';
import { withRepo } from '../../support/with-repo.ts';

const MEGABYTE = 1 << 20;
const LARGE_FILES = 24;

describe('the search of what would be pushed', (it) => {
  it('holds a few objects at a time, however many and large they are', () =>
    withRepo(async (repo) => {
      // Small ones first, as they come: by then many are read at once.
      for (let at = 0; at < 100; at += 1) repo.write(`a${at}.txt`, `small ${at}\n`);
      for (let at = 0; at < LARGE_FILES; at += 1) repo.write(`f${at}.txt`, `large ${at}`.padEnd(MEGABYTE, '.'));
      repo.commit('many');
      await checkpoint(repo, 'save', '-m', 'x');
      const commit = repo.git('rev-parse', 'refs/checkpoints/1');
      await withOpen(repo, async ({ engine }) => {
        let most = 0;
        const readObjects: typeof engine.readObjects = async (names) => {
          const read = await engine.readObjects(names);
          most = Math.max(
            most,
            read.reduce((sum, object) => sum + (object?.bytes.length ?? 0), 0),
          );
          return read;
        };
        const remote = {
          checkpoints: new Map(),
          quarantined: [],
          tracked: true,
          state: { ledger: { value: nothing } },
        };
        const outgoing = [{ number: checkpointNumber(1), commit }];
        const request = { branches: [], outgoing, remote, notes: new Map() };
        const { bytes, findings } = await scanOutgoing({ ...engine, readObjects }, request);
        assert.ok(bytes > LARGE_FILES * MEGABYTE, `${bytes} bytes were read`);
        assert.ok(most <= 8 * MEGABYTE, `${most} bytes at once`);
        assert.equal(findings, []);
      });
    }));
});
