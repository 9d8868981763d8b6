import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { bash, checkpointCount, end, fire, journal, prompt, start, stop } from '../support/hook-session.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

/** A session of Claude Code that began in a repository, at another folder by now. */
function sessionIn(repo: TestRepo) {
  const env = { CLAUDE_PROJECT_DIR: repo.root, XDG_STATE_HOME: join(repo.home, 'state') };
  return (payload: Readonly<Record<string, unknown>>, cwd = repo.root) => fire(repo, payload, { cwd, env });
}

function noteOf(repo: TestRepo, number: number): string {
  return repo.git('notes', '--ref=checkpoints', 'show', `refs/checkpoints/${number}`);
}

function folder(repo: TestRepo, name: string): string {
  const path = join(repo.home, name);
  mkdirSync(path);
  return path;
}

function otherRepo(repo: TestRepo, name = 'other'): TestRepo {
  const other = testRepo(repo.home, folder(repo, name));
  other.git('init', '--quiet', '--initial-branch=main');
  other.commit('Begin');
  return other;
}

describe('a session that went to another folder', (it) => {
  it('is saved where it began, also from a folder that is no repository', () =>
    withRepo(async (repo) => {
      repo.commit('Begin');
      const send = sessionIn(repo);
      const away = folder(repo, 'away');
      await send(start('startup'));
      await send(prompt('1'), away);
      repo.write('a.txt', 'one\n');
      await send(stop('1'), away);
      assert.is(checkpointCount(repo), 1);
      repo.write('a.txt', 'two\n');
      assert.match((await send(bash('git reset --hard'), away)).notice, 'Before `git reset --hard`');
      repo.write('a.txt', 'three\n');
      await send(end('clear'), away);
      assert.is(checkpointCount(repo), 3);
      assert.is(journal(repo), '');
      assert.is(existsSync(join(repo.home, 'state', 'git-checkpoint', 'journal')), false);
    }));

  it('is saved where it began when the host does not say where that was', () =>
    withRepo(async (repo) => {
      repo.commit('Begin');
      const options = { agent: 'codex', env: { XDG_STATE_HOME: join(repo.home, 'state') } };
      const away = folder(repo, 'away');
      await fire(repo, start('startup'), options);
      await fire(repo, prompt('1'), { ...options, cwd: away });
      repo.write('a.txt', 'one\n');
      await fire(repo, stop('1'), { ...options, cwd: away });
      assert.is(checkpointCount(repo), 1);
    }));

  it('is taken for where it is now when it began outside of any repository', () =>
    withRepo(async (repo) => {
      repo.commit('Begin');
      const env = { CLAUDE_PROJECT_DIR: folder(repo, 'outside') };
      await fire(repo, prompt('1'), { env });
      repo.write('a.txt', 'one\n');
      await fire(repo, stop('1'), { env });
      assert.is(checkpointCount(repo), 1);
    }));

  it('has the other repository saved too when it changed that, under its own name and without its words', () =>
    withRepo(async (repo) => {
      repo.commit('Begin');
      const other = otherRepo(repo);
      const send = sessionIn(repo);
      await send(start('startup'));
      await send(prompt('1'), other.root);
      repo.write('a.txt', 'one\n');
      await send(stop('1'), other.root);
      assert.equal([checkpointCount(repo), checkpointCount(other)], [1, 0]);
      other.write('b.txt', 'two\n');
      await send(stop('2'), repo.root);
      assert.is(checkpointCount(other), 1);
      assert.match(noteOf(other, 1), /^anchor: by a session that began elsewhere$/m);
      assert.match(noteOf(other, 1), /^ {2}id: session-1$/m);
      await send(stop('3'), repo.root);
      assert.is(checkpointCount(other), 1);
    }));

  it('has a repository saved before a command destroys work there', () =>
    withRepo(async (repo) => {
      repo.commit('Begin');
      const other = otherRepo(repo);
      other.write('b.txt', 'two\n');
      const { notice } = await sessionIn(repo)(bash('git clean -fd'), other.root);
      assert.match(notice, `Before \`git clean -fd\`, in ${other.root}: Checkpoint saved`);
      assert.is(checkpointCount(other), 1);
    }));

  it('is saved in the project while it works in a submodule of it', () =>
    withRepo(async (repo) => {
      const library = otherRepo(repo, 'library');
      repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.root, 'lib');
      repo.commit('Begin');
      const send = sessionIn(repo);
      await send(prompt('1'), join(repo.root, 'lib'));
      repo.write('a.txt', 'one\n');
      await send(stop('1'), join(repo.root, 'lib'));
      assert.is(checkpointCount(repo), 1);
      assert.is((await runMain(repo, ['show', '1', '--', 'a.txt'])).stdout, 'one\n');
    }));
});
