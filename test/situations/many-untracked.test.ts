import * as assert from 'uvu/assert';
import { bash, fire, start } from '../support/hook-session.ts';
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

  it('are told of when the next session starts, once, and by doctor as long as they are there', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      repo.commit('base');
      for (let at = 0; at < 5001; at += 1) repo.write(`data/${at}`, '');
      const advice = '5001 untracked files: ignore those that need not be saved (.gitignore), such as data/';
      await fire(repo, start('startup'));
      const during = await fire(repo, bash('git reset --hard'));
      assert.match(during.notice, 'Checkpoint saved');
      const notices = [];
      for (const session of ['session-2', 'session-3'])
        notices.push((await fire(repo, start('startup', session))).notice.includes(advice));
      assert.equal(notices, [true, false]);
      // Not in the list of what hooks could not do, which comes last.
      const doctor = async () =>
        (await runMain(repo, ['doctor'])).stdout.split('\n').find((line) => line === `– ${advice}`);
      assert.ok(await doctor());
      repo.write('.gitignore', 'data/\n');
      assert.match((await fire(repo, bash('rm -rf data'))).notice, 'Checkpoint saved');
      assert.is(await doctor(), undefined);
    }));
});
