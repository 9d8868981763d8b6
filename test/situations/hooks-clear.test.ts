import * as assert from 'uvu/assert';
import { checkpointCount, end, fire, prompt, settled, start, stop } from '../support/hook-session.ts';
import { checkpoint } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

function begin(repo: TestRepo): void {
  repo.write('src/greet.js', 'export const greet = () => "hello";\n');
  repo.commit('begin');
  fire(repo, start('startup'));
  fire(repo, prompt('p1'));
}

describe('a session that is cleared', (it) => {
  it('goes on in the next one with the changed files', () =>
    withRepo(async (repo) => {
      begin(repo);
      repo.write('src/greet.js', 'export const greet = () => "good morning";\n');
      assert.is(fire(repo, end('clear')).stdout, '');
      const next = fire(repo, start('clear', 'session-2'));
      assert.match(next.context, 'export const greet = () => "good morning";');
      assert.match(next.context, /^Resumed from checkpoint: /m);
      assert.match(next.notice, /Resumed from checkpoint: .* · checkpoint 1$/);
    }));

  it('links the new session to the old one', () =>
    withRepo(async (repo) => {
      begin(repo);
      repo.write('a.txt', 'one\n');
      fire(repo, end('clear'));
      fire(repo, start('clear', 'session-2'));
      repo.write('a.txt', 'two\n');
      fire(repo, { ...stop('p2'), session_id: 'session-2' });
      await settled(repo);
      const [saved] = JSON.parse(checkpoint(repo, 'list', '--json'));
      assert.is(saved.session.id, 'session-2');
      assert.is(saved.session.previous_id, 'session-1');
    }));

  it('asks afterwards whether to keep what was saved, when the setting is prompt', () =>
    withRepo(async (repo) => {
      begin(repo);
      repo.write('a.txt', 'one\n');
      fire(repo, stop('p1'));
      await settled(repo);
      repo.write('a.txt', 'one\ntwo\nthree\n');
      fire(repo, end('clear'));
      const next = fire(repo, start('clear', 'session-2'));
      assert.match(next.notice, 'Work changed since checkpoint 1: 1 file, +2 −0. Saved as 2.');
      assert.match(next.notice, 'git checkpoint drop 2');
      assert.match(next.context, 'Checkpoint 2 is pending');
      checkpoint(repo, 'keep', '2');
      assert.not.match(fire(repo, start('startup', 'session-3')).notice, 'pending');
    }));

  it('resumes the checkpoint before, when the pending one was dropped', () =>
    withRepo(async (repo) => {
      begin(repo);
      repo.write('a.txt', 'one\n');
      fire(repo, stop('p1'));
      await settled(repo);
      repo.write('a.txt', 'two\n');
      fire(repo, end('clear'));
      await settled(repo);
      checkpoint(repo, 'drop', '2');
      assert.match(fire(repo, start('startup', 'session-3')).notice, /checkpoint 1$/);
    }));

  it('saves without asking when the setting is true, and tells it at the next start', () =>
    withRepo((repo) => {
      repo.git('config', 'checkpoint.autoCheckpointOnClear', 'true');
      begin(repo);
      repo.write('a.txt', 'one\n');
      fire(repo, end('clear'));
      const next = fire(repo, start('clear', 'session-2'));
      assert.match(next.notice, /^Checkpoint saved: .* \(1: 1 file, \+1 −0\)\n/);
      assert.not.match(next.context, 'is pending');
    }));

  it('saves nothing when the setting is false', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.autoCheckpointOnClear', 'false');
      begin(repo);
      repo.write('a.txt', 'one\n');
      fire(repo, end('clear'));
      await settled(repo);
      assert.is(checkpointCount(repo), 0);
    }));

  it('saves nothing when nothing changed since the last checkpoint', () =>
    withRepo(async (repo) => {
      begin(repo);
      repo.write('a.txt', 'one\n');
      fire(repo, stop('p1'));
      await settled(repo);
      fire(repo, end('clear'));
      await settled(repo);
      assert.is(checkpointCount(repo), 1);
    }));

  it('saves all the same when comparing first is switched off', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.verifyBeforeClear', 'false');
      begin(repo);
      repo.write('a.txt', 'one\n');
      fire(repo, stop('p1'));
      await settled(repo);
      fire(repo, end('clear'));
      await settled(repo);
      assert.is(checkpointCount(repo), 2);
    }));

  it('leaves no checkpoint behind when nobody typed anything', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('begin');
      fire(repo, start('startup'));
      fire(repo, end('prompt_input_exit'));
      await settled(repo);
      assert.is(checkpointCount(repo), 0);
    }));
});

describe('a session that begins', (it) => {
  it('is only offered the checkpoint when the setting is prompt', () =>
    withRepo((repo) => {
      repo.git('config', 'checkpoint.autoResumeOnStart', 'prompt');
      repo.write('a.txt', 'a secret of the tree\n');
      checkpoint(repo, 'save', '-m', 'Halfway through');
      const { context, notice } = fire(repo, start('startup'));
      assert.is(notice, 'Checkpoint 1 can be resumed: Halfway through (saved just now)');
      assert.match(context, '`git checkpoint resume 1` prints it');
      assert.not.match(context, 'a secret of the tree');
    }));

  it('is told nothing when the setting is false', () =>
    withRepo((repo) => {
      repo.git('config', 'checkpoint.autoResumeOnStart', 'false');
      repo.write('a.txt', 'one\n');
      checkpoint(repo, 'save');
      assert.is(fire(repo, start('startup')).stdout, '');
    }));

  it('is told nothing when there is no checkpoint yet', () =>
    withRepo((repo) => {
      const first = fire(repo, start('startup'));
      assert.is(first.stdout, '');
      assert.is(first.status, 0);
    }));

  it('learns only what changed beside it when its conversation goes on', () =>
    withRepo((repo) => {
      repo.write('a.txt', 'one\n');
      checkpoint(repo, 'save');
      assert.is(fire(repo, start('resume')).stdout, '');
      repo.write('a.txt', 'changed by hand\n');
      const { context } = fire(repo, start('resume', 'session-2'));
      assert.match(context, /^Since checkpoint 1 of this working tree:\nChanged since: a\.txt/);
    }));

  it('gets the text in two parts that both hold the limit of the agent', () =>
    withRepo((repo) => {
      const words = 'The carpenter measured every board twice before the saw came near it.\n'.repeat(100);
      repo.write('first.md', words);
      repo.write('second.md', words.replaceAll('board', 'plank'));
      checkpoint(repo, 'save', '-m', 'Two long files');
      const first = fire(repo, start('startup'), { args: ['--part', '1/2'] });
      const second = fire(repo, start('startup'), { args: ['--part', '2/2'] });
      assert.ok(first.context.length <= 10_000 && second.context.length <= 10_000);
      assert.ok(first.context.length + second.context.length > 10_000);
      assert.match(second.context, /^Resumed from checkpoint 1, part 2 of 2/);
      assert.is(second.notice, '');
    }));

  it('takes nothing from the work of another worktree', () =>
    withRepo((repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('begin');
      repo.git('worktree', 'add', '-q', '../other', '-b', 'other');
      repo.write('a.txt', 'work of the first worktree\n');
      checkpoint(repo, 'save');
      const elsewhere = `${repo.home}/other`;
      assert.is(fire(repo, start('startup'), { cwd: elsewhere }).stdout, '');
      assert.match(fire(repo, start('startup')).context, 'work of the first worktree');
    }));
});
