import * as assert from 'uvu/assert';
import { killRound } from '../support/kill-watch.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('a watch that is killed in the middle of work', (it) => {
  it('is recovered every time: the right session, the right checkpoint, and exactly what was there', () =>
    withRepo(async (repo) => {
      repo.commit('first');
      for (let round = 1; round <= 5; round += 1) {
        const session = `round-${round}`;
        const { found, truth, savedExactly, leftOver } = await killRound(repo, {
          session,
          interval: '300ms',
          after: Math.random() * 1500,
        });
        assert.equal(found, [{ session, branch: 'main', checkpoint: truth.newest, newer: truth.newer }]);
        assert.ok(savedExactly, session);
        assert.is(leftOver, 0);
      }
      assert.is(repo.tryGit('fsck', '--connectivity-only').status, 0);
    }));
});
