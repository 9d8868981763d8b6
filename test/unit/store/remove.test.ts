import * as assert from 'uvu/assert';
import type { GitEngine } from '../../../src/git/engine.ts';
import { NOTES, refOf } from '../../../src/store/refs.ts';
import { removeCheckpoints } from '../../../src/store/remove.ts';
import { readState } from '../../../src/store/state.ts';
import { saveIn, withOpen } from '../../support/open.ts';
import { describe } from '../../support/suite.ts';
import { withRepo } from '../../support/with-repo.ts';

describe('removing a checkpoint', (it) => {
  it('leaves another one that took its number meanwhile', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      const { checkpoint } = await saveIn(repo, { summary: 'ours' });
      const other = repo.git('commit-tree', `${checkpoint.commit}^{tree}`, '-m', 'theirs');
      await withOpen(repo, async ({ engine }) => {
        let isLost = false;
        const beside: GitEngine = {
          ...engine,
          moveRefs: async (steps) => {
            if (isLost || steps[0]?.[0]?.ref !== NOTES) return engine.moveRefs(steps);
            // The ref is gone, the number is free again, and the step for the note loses against its new owner.
            isLost = true;
            await engine.moveRefs([[{ ref: refOf(checkpoint.number), new: other }]]);
            return 0;
          },
        };
        const by = { author: checkpoint.author, time: new Date(0) };
        await removeCheckpoints(beside, [checkpoint], by);
        assert.ok(isLost);
        assert.equal(await engine.resolveRefs([refOf(checkpoint.number)]), [other]);
        assert.equal([...(await readState(engine)).ledger.value.dead], [[checkpoint.commit, 1]]);
      });
      assert.is(repo.git('notes', '--ref=checkpoints', 'list'), '');
    }));
});
