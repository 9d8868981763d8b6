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

/** A turn that wrote a file and was saved. */
async function turn(repo: TestRepo): Promise<void> {
  begin(repo);
  repo.write('a.txt', 'one\n');
  fire(repo, stop('p1'));
  await settled(repo);
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
      await turn(repo);
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
      await turn(repo);
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
      await turn(repo);
      fire(repo, end('clear'));
      await settled(repo);
      assert.is(checkpointCount(repo), 1);
    }));

  it('saves all the same when comparing first is switched off', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.verifyBeforeClear', 'false');
      await turn(repo);
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
