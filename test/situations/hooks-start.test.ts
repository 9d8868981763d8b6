import * as assert from 'uvu/assert';
import { disownCheckpoints } from '../support/disown.ts';
import { fire, start } from '../support/hook-session.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('a session that begins', (it) => {
  it('is only offered the checkpoint when the setting is prompt', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.autoResumeOnStart', 'prompt');
      repo.write('a.txt', 'a secret of the tree\n');
      await checkpoint(repo, 'save', '-m', 'Halfway through');
      const { context, notice } = await fire(repo, start('startup'));
      assert.is(notice, 'Checkpoint 1 can be resumed: Halfway through (saved just now)');
      assert.match(context, '`git checkpoint resume 1` prints it');
      assert.not.match(context, 'a secret of the tree');
    }));

  it('is told nothing when the setting is false', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.autoResumeOnStart', 'false');
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save');
      assert.is((await fire(repo, start('startup'))).stdout, '');
    }));

  it('is told nothing when there is no checkpoint yet', () =>
    withRepo(async (repo) => {
      const first = await fire(repo, start('startup'));
      assert.is(first.stdout, '');
      assert.is(first.status, 0);
    }));

  it('is told whose checkpoints are here, and the way to allow them, when none is its own', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'Of somebody else');
      disownCheckpoints(repo);
      const env = { GIT_COMMITTER_EMAIL: 'bea@example.com' };
      const first = await fire(repo, start('startup'), { env });
      assert.is(first.context, '');
      assert.match(first.notice, 'Checkpoint 1 is by Ada Example <ada@example.com>, not by you');
      assert.match(first.notice, '`git config --global --add checkpoint.allowedAuthors ada@example.com`');
      assert.is((await fire(repo, start('clear'), { env })).notice, '');
    }));

  it('learns only what changed beside it when its conversation goes on', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save');
      assert.is((await fire(repo, start('resume'))).stdout, '');
      repo.write('a.txt', 'changed by hand\n');
      const { context } = await fire(repo, start('resume', 'session-2'));
      assert.match(context, /^Since checkpoint 1 of this working tree:\nChanged since: a\.txt/);
    }));

  it('gets the text in two parts that both hold the limit of the agent', () =>
    withRepo(async (repo) => {
      const words = 'The carpenter measured every board twice before the saw came near it.\n'.repeat(100);
      repo.write('first.md', words);
      repo.write('second.md', words.replaceAll('board', 'plank'));
      await checkpoint(repo, 'save', '-m', 'Two long files');
      const first = await fire(repo, start('startup'), { args: ['--part', '1/2'] });
      const second = await fire(repo, start('startup'), { args: ['--part', '2/2'] });
      assert.ok(first.context.length <= 10_000 && second.context.length <= 10_000);
      assert.ok(first.context.length + second.context.length > 10_000);
      assert.match(second.context, /^Resumed from checkpoint 1, part 2 of 2/);
      assert.is(second.notice, '');
    }));

  it('takes nothing from the work of another worktree', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('begin');
      repo.git('worktree', 'add', '-q', '../other', '-b', 'other');
      repo.write('a.txt', 'work of the first worktree\n');
      await checkpoint(repo, 'save');
      const elsewhere = `${repo.home}/other`;
      assert.is((await fire(repo, start('startup'), { cwd: elsewhere })).stdout, '');
      assert.match((await fire(repo, start('startup'))).context, 'work of the first worktree');
    }));
});
