import * as assert from 'uvu/assert';
import { checkpoint, runCli } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('git checkpoint log and summary', (it) => {
  it('tell how a watched session went', () =>
    withRepo((repo) => {
      repo.write('a.txt', 'one\n');
      checkpoint(repo, 'save', '-m', 'Not of any session');
      runCli(repo, ['watch', '--session', 'first', '--', 'sh', '-c', 'echo x > b.txt']);
      runCli(repo, ['watch', '--session', 'second', '--', 'sh', '-c', 'echo y > c.txt']);
      const log = JSON.parse(checkpoint(repo, 'log', '--json', '--session', 'first'));
      assert.equal(
        [log.session, log.agent, log.total, log.filesModified.sort()],
        ['first', 'sh', 1, ['a.txt', 'b.txt']],
      );
      assert.equal([log.checkpoints[0].number, log.checkpoints[0].files, log.checkpoints[0].added], [2, 2, 2]);
      assert.match(checkpoint(repo, 'log'), /^Session second \(sh\) on main, since /);
      assert.match(
        checkpoint(repo, 'summary', '--session', 'first'),
        /^1 checkpoint in \d+s, 2 files modified[\s\S]*^ {2}b\.txt$/m,
      );
    }));

  it('say when there is nothing to tell', () =>
    withRepo((repo) => {
      const none = runCli(repo, ['log']);
      assert.equal([none.status, none.stdout, none.stderr], [0, '', 'No checkpoint belongs to a session yet.\n']);
      const wrong = runCli(repo, ['summary', '--session', 'nobody']);
      assert.is(wrong.status, 128);
      assert.match(wrong.stderr, /^fatal: no checkpoint belongs to the session nobody/);
    }));
});
