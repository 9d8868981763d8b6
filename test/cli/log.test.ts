import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('git checkpoint log and summary', (it) => {
  it('tell how a watched session went', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'Not of any session');
      await runMain(repo, ['watch', '--session', 'first', '--', 'sh', '-c', 'echo x > b.txt']);
      await runMain(repo, ['watch', '--session', 'second', '--', 'sh', '-c', 'echo y > c.txt']);
      const log = JSON.parse(await checkpoint(repo, 'log', '--json', '--session', 'first'));
      assert.equal(
        [log.session, log.agent, log.total, log.filesModified.sort()],
        ['first', 'sh', 1, ['a.txt', 'b.txt']],
      );
      assert.equal([log.checkpoints[0].number, log.checkpoints[0].files, log.checkpoints[0].added], [2, 2, 2]);
      assert.match(await checkpoint(repo, 'log'), /^Session second \(sh\) on main, since /);
      assert.match(
        await checkpoint(repo, 'summary', '--session', 'first'),
        /^1 checkpoint in \d+s, 2 files modified[\s\S]*^ {2}b\.txt$/m,
      );
    }));

  it('say when there is nothing to tell', () =>
    withRepo(async (repo) => {
      const none = await runMain(repo, ['log']);
      assert.equal(
        [none.status, none.stdout, none.stderr],
        [0, '', 'No agent sessions recorded yet. Run `git checkpoint install` to record them.\n'],
      );
      const wrong = await runMain(repo, ['summary', '--session', 'nobody']);
      assert.is(wrong.status, 128);
      assert.match(wrong.stderr, /^fatal: no checkpoint belongs to the session nobody/);
    }));
});
