import * as assert from 'uvu/assert';
import { checkpointCount, end, fire, fireProcess, prompt, settled, start, stop } from '../support/hook-session.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

async function begin(repo: TestRepo): Promise<void> {
  repo.write('src/greet.js', 'export const greet = () => "hello";\n');
  repo.commit('begin');
  await fire(repo, start('startup'));
  await fire(repo, prompt('p1'));
}

/** A turn that wrote a file and was saved. */
async function turn(repo: TestRepo): Promise<void> {
  await begin(repo);
  repo.write('a.txt', 'one\n');
  await fire(repo, stop('p1'));
}

describe('a session that is cleared', (it) => {
  it('goes on in the next one with the changed files, as the agent runs the hooks', () =>
    withRepo(async (repo) => {
      repo.write('src/greet.js', 'export const greet = () => "hello";\n');
      repo.commit('begin');
      fireProcess(repo, start('startup'));
      fireProcess(repo, prompt('p1'));
      repo.write('src/greet.js', 'export const greet = () => "good morning";\n');
      assert.is(fireProcess(repo, end('clear')).stdout, '');
      await settled(repo);
      const next = fireProcess(repo, start('clear', 'session-2'));
      assert.match(next.context, 'export const greet = () => "good morning";');
      assert.match(next.context, /^Resumed from checkpoint: /m);
      assert.match(next.notice, /Resumed from checkpoint: .* · checkpoint 1$/);
    }));

  it('links the new session to the old one', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.write('a.txt', 'one\n');
      await fire(repo, end('clear'));
      await fire(repo, start('clear', 'session-2'));
      repo.write('a.txt', 'two\n');
      await fire(repo, { ...stop('p2'), session_id: 'session-2' });
      const [saved] = JSON.parse(await checkpoint(repo, 'list', '--json'));
      assert.is(saved.session.id, 'session-2');
      assert.is(saved.session.previous_id, 'session-1');
    }));

  it('asks afterwards whether to keep what was saved, when the setting is prompt', () =>
    withRepo(async (repo) => {
      await turn(repo);
      repo.write('a.txt', 'one\ntwo\nthree\n');
      await fire(repo, end('clear'));
      const next = await fire(repo, start('clear', 'session-2'));
      assert.match(next.notice, 'Work changed since checkpoint 1: 1 file, +2 -0. Saved as 2.');
      assert.match(next.notice, 'git checkpoint drop 2');
      assert.match(next.context, 'Checkpoint 2 is pending');
      await checkpoint(repo, 'keep', '2');
      assert.not.match((await fire(repo, start('startup', 'session-3'))).notice, 'pending');
    }));

  it('resumes the checkpoint before, when the pending one was dropped', () =>
    withRepo(async (repo) => {
      await turn(repo);
      repo.write('a.txt', 'two\n');
      await fire(repo, end('clear'));
      await checkpoint(repo, 'drop', '2');
      assert.match((await fire(repo, start('startup', 'session-3'))).notice, /checkpoint 1$/);
    }));

  it('saves without asking when the setting is true, and tells it at the next start', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.autoCheckpointOnClear', 'true');
      await begin(repo);
      repo.write('a.txt', 'one\n');
      await fire(repo, end('clear'));
      const next = await fire(repo, start('clear', 'session-2'));
      assert.match(next.notice, /^Checkpoint saved: .* \(1: 1 file, \+1 -0\)\n/);
      assert.not.match(next.context, 'is pending');
    }));

  it('saves nothing when the setting is false', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.autoCheckpointOnClear', 'false');
      await begin(repo);
      repo.write('a.txt', 'one\n');
      await fire(repo, end('clear'));
      assert.is(checkpointCount(repo), 0);
    }));

  it('saves nothing when nothing changed since the last checkpoint', () =>
    withRepo(async (repo) => {
      await turn(repo);
      await fire(repo, end('clear'));
      assert.is(checkpointCount(repo), 1);
    }));

  it('saves all the same when comparing first is switched off', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.verifyBeforeClear', 'false');
      await turn(repo);
      await fire(repo, end('clear'));
      assert.is(checkpointCount(repo), 2);
    }));

  it('leaves no checkpoint behind when nobody typed anything', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('begin');
      await fire(repo, start('startup'));
      await fire(repo, end('prompt_input_exit'));
      assert.is(checkpointCount(repo), 0);
    }));
});
