import * as assert from 'uvu/assert';
import { saveIn } from '../support/open.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('very many untracked files', (it) => {
  it('are left out of an automatic save beyond a number, those that changed last are kept, and the hint is to ignore them', () =>
    withRepo(async (repo) => {
      repo.write('tracked', '1\n');
      repo.commit('base');
      repo.write('tracked', '2\n');
      for (let at = 0; at < 5020; at += 1) repo.write(`data/${at % 50}/${at}`, '');
      const { checkpoint, skipped, warnings } = await saveIn(repo, { automatic: true, trigger: 'turn' });
      assert.is(repo.git('show', `${checkpoint.commit}:tracked`), '2');
      assert.is(skipped.filter(({ why }) => why === 'over-total').length, 20);
      assert.match(
        warnings.join(),
        '5020 untracked files: ignore those that need not be saved (.gitignore), such as data/',
      );
      const run = await runMain(repo, ['save', '-m', 'By hand']);
      assert.is(run.status, 0, run.stderr);
      assert.match(run.stderr, 'warning: 5020 untracked files: ignore those that need not be saved');
      assert.is(repo.git('ls-tree', '-r', '--name-only', 'refs/checkpoints/2').split('\n').length, 5021);
    }));
});
