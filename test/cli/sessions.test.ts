import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('git checkpoint sessions', (it) => {
  it('tells how each session went', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'Not of any session');
      await runMain(repo, ['watch', '--session', 'first', '--', 'sh', '-c', 'echo x > b.txt']);
      await runMain(repo, ['watch', '--session', 'second', '--', 'sh', '-c', 'echo y > c.txt']);
      const first = JSON.parse(await checkpoint(repo, 'sessions', 'fir', '--json'));
      assert.equal(
        [first.session, first.agent, first.total, first.filesModified.sort()],
        ['first', 'sh', 1, ['a.txt', 'b.txt']],
      );
      assert.equal([first.checkpoints[0].number, first.checkpoints[0].files, first.checkpoints[0].added], [2, 2, 2]);
      assert.match(await checkpoint(repo, 'sessions'), /^second {2}now {2}sh {2}main {2}1 checkpoint .*\nfirst /);
      assert.match(
        await checkpoint(repo, 'summary', '--session', 'first'),
        /^1 checkpoint in \d+s, 2 files modified[\s\S]*^ {2}b\.txt$/m,
      );
    }));

  it('says when there is nothing to tell', () =>
    withRepo(async (repo) => {
      const none = await runMain(repo, ['sessions']);
      assert.equal(
        [none.status, none.stdout, none.stderr],
        [0, '', 'No agent sessions recorded yet. Run `git checkpoint install` to record them.\n'],
      );
      const wrong = await runMain(repo, ['sessions', 'nobody']);
      assert.is(wrong.status, 128);
      assert.match(wrong.stderr, /^fatal: no checkpoint belongs to the session nobody/);
    }));
});
