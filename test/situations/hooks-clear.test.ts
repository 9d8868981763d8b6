import * as assert from 'uvu/assert';
import {
  bash,
  checkpointCount,
  end,
  fire,
  fireProcess,
  prompt,
  settled,
  start,
  stop,
} from '../support/hook-session.ts';
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
      assert.match(
        next.notice,
        /^Work changed since checkpoint 1 \(.*\)\. Files changed: 1, Lines added: 2, Lines removed: 0\nCheckpoint saved: .* \(2: 1 file, \+2 -0, 14 bytes\)\n/,
      );
      assert.match(next.notice, 'git checkpoint drop 2');
      assert.match(next.context, 'Checkpoint 2 is pending');
      await checkpoint(repo, 'keep', '--pending');
      assert.is(await checkpoint(repo, 'list', '--pending', '--json'), '[]\n');
    }));

  it('asks once: neither user nor agent hear of it in the next session', () =>
    withRepo(async (repo) => {
      await turn(repo);
      repo.write('a.txt', 'two\n');
      await fire(repo, end('prompt_input_exit'));
      const morning = await fire(repo, start('startup', 'session-2'));
      assert.match(morning.notice, 'Checkpoint 2 is pending.\nKeep it: ');
      assert.match(morning.context, 'Checkpoint 2 is pending');
      const later = await fire(repo, start('startup', 'session-3'));
      assert.not.match(later.notice, 'pending');
      assert.not.match(later.context, 'pending');
    }));

  it('leaves nothing to decide about once the work goes on', () =>
    withRepo(async (repo) => {
      await turn(repo);
      repo.write('a.txt', 'two\n');
      await fire(repo, end('clear'));
      await fire(repo, start('clear', 'session-2'));
      assert.match(await checkpoint(repo, 'list', '--pending', '--json'), '"number":2');
      repo.write('a.txt', 'three\n');
      await fire(repo, { ...stop('p2'), session_id: 'session-2' });
      assert.is(await checkpoint(repo, 'list', '--pending', '--json'), '[]\n');
      const [, second] = JSON.parse(await checkpoint(repo, 'list', '--json'));
      assert.is(second.kept, false);
    }));

  it('drops what is pending without its number', () =>
    withRepo(async (repo) => {
      await turn(repo);
      repo.write('a.txt', 'two\n');
      await fire(repo, end('clear'));
      assert.match(await checkpoint(repo, 'drop', '--pending'), /^Dropped checkpoint 2/);
      assert.is(checkpointCount(repo), 1);
      assert.is(await checkpoint(repo, 'drop', '--pending'), '');
    }));

  it('is told that its last turn is saved already', () =>
    withRepo(async (repo) => {
      await turn(repo);
      await fire(repo, end('clear'));
      const next = await fire(repo, start('clear', 'session-2'));
      assert.match(
        next.notice,
        /^Checkpoint saved: .* \(already saved as 1, .*: 1 file, \+1 -0, 4 bytes\)\nResumed from checkpoint: /,
      );
    }));

  it('is told of the save that its user made after the last turn', () =>
    withRepo(async (repo) => {
      await turn(repo);
      await checkpoint(repo, 'save', '-m', 'By hand', '--next', 'Rest', '--session', 'session-1');
      await fire(repo, end('clear'));
      const next = await fire(repo, start('clear', 'session-2'));
      assert.match(
        next.notice,
        /^Checkpoint saved: By hand \(already saved as 2, .*: 1 file, \+1 -0, 1 next step, 4 bytes\)\n/,
      );
    }));

  it('names on the screen what was left out', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.write('a.txt', 'one\n');
      repo.write('data.txt', 'x'.repeat(2_700_000));
      await fire(repo, end('clear'));
      const next = await fire(repo, start('clear', 'session-2'));
      assert.match(next.notice, '\nNot captured: data.txt (too large, 2.7 MB)\n');
    }));

  it('warns of unsaved work when the settings save nothing', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.autoCheckpointOnClear', 'false');
      repo.git('config', 'checkpoint.saveEachTurn', 'false');
      await begin(repo);
      repo.write('a.txt', 'one\ntwo\n');
      await fire(repo, end('clear'));
      const next = await fire(repo, start('clear', 'session-2'));
      assert.match(
        next.notice,
        /^Work was not saved yet\. Files changed: 1, Lines added: 2, Lines removed: 0\nNothing was saved, .*`git checkpoint save`/,
      );
      await checkpoint(repo, 'save', '-m', 'By hand');
      await fire(repo, end('clear', 'session-2'));
      assert.not.match((await fire(repo, start('clear', 'session-3'))).notice, 'Nothing was saved');
      repo.write('a.txt', 'one\n');
      await fire(repo, end('clear', 'session-3'));
      assert.match(
        (await fire(repo, start('clear', 'session-4'))).notice,
        /^Work changed since checkpoint 1 \(.*\)\. Files changed: 1, Lines added: 0, Lines removed: 1\n/,
      );
      repo.git('config', 'checkpoint.verifyBeforeClear', 'false');
      await fire(repo, end('clear', 'session-4'));
      assert.not.match((await fire(repo, start('clear', 'session-5'))).notice, 'Nothing was saved');
    }));

  it('calls a save before a command by the work that it puts at risk, or by the command', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.write('a.txt', 'one\n');
      await fire(repo, bash('git reset --hard'));
      const summaryOf = async () => JSON.parse(await checkpoint(repo, 'show', '--json')).summary;
      assert.is(await summaryOf(), 'Before `git reset --hard`');
      repo.write('a.txt', 'two\n');
      await fire(repo, bash('git clean -fd'));
      assert.is(await summaryOf(), 'Before `git clean -fd`');
      await checkpoint(repo, 'annotate', '2', '-m', 'Greet in two languages');
      repo.write('a.txt', 'three\n');
      await fire(repo, bash('rm -rf src'));
      assert.is(await summaryOf(), 'Greet in two languages');
      assert.match(await checkpoint(repo, 'list', '--flat'), 'Before `rm -rf src`: Greet in two languages');
    }));

  it('saves nothing by itself in manual mode, unless a key asks for it', () =>
    withRepo(async (repo) => {
      repo.git('config', 'checkpoint.autoCheckpointOnClear', 'false');
      repo.git('config', 'checkpoint.autoResumeOnStart', 'false');
      await turn(repo);
      await fire(repo, { hook_event_name: 'PreCompact', trigger: 'auto' });
      await fire(repo, bash('git reset --hard'));
      await fire(repo, end('clear'));
      assert.is(checkpointCount(repo), 0);
      assert.is(await checkpoint(repo, 'config', 'get', 'save_each_turn'), 'false\n');
      repo.git('config', 'checkpoint.saveEachTurn', 'true');
      await fire(repo, { ...stop('p2'), session_id: 'session-1' });
      assert.is(checkpointCount(repo), 1);
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
      assert.match(
        next.notice,
        /^Work was not saved yet\. Files changed: 1, .*\nCheckpoint saved: .* \(1: 1 file, \+1 -0, 4 bytes\)\n/,
      );
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
      await turn(repo);
      repo.write('b.txt', 'by hand\n');
      await fire(repo, start('startup', 'session-2'));
      await fire(repo, end('prompt_input_exit', 'session-2'));
      assert.is(checkpointCount(repo), 1);
    }));
});
