import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { type CliRun, runCli } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** A PATH with node on it and nothing else. */
function withoutGit(repo: TestRepo): { PATH: string } {
  const folder = join(repo.home, 'bin');
  mkdirSync(folder, { recursive: true });
  symlinkSync(process.execPath, join(folder, 'node'));
  return { PATH: folder };
}

describe('git checkpoint without git', (it) => {
  it('saves, lists, shows, compares, resumes, restores and drops', () =>
    withRepo((repo) => {
      repo.write('a.txt', 'one\n');
      repo.write('dir/b.txt', 'two\n');
      repo.commit('ground');
      const env = withoutGit(repo);
      const run = (...args: string[]): CliRun => runCli(repo, args, { env });
      const done = (...args: string[]): string => {
        const { status, stdout, stderr } = run(...args);
        assert.is(status, 0, `${args.join(' ')}: ${stderr}`);
        return stdout;
      };
      assert.match(done('--version'), /portable engine/);
      repo.write('a.txt', 'one, changed\n');
      repo.write('new.txt', 'new\n');
      assert.match(
        done('save', '-m', 'First', '--next', 'go on'),
        /^Checkpoint saved: First\nCHECKPOINT-00001 {2}2 files/,
      );
      repo.write('dir/b.txt', 'two, changed\n');
      assert.match(done('save', '-m', 'Second'), /CHECKPOINT-00002/);
      assert.match(done('list'), /Second[\s\S]*First/);
      assert.match(done('show', '1'), /A new\.txt/);
      assert.is(done('show', '1', '--', 'a.txt'), 'one, changed\n');
      assert.match(done('diff', '1', '2'), /\+two, changed/);
      assert.match(done('resume'), /^Resumed from checkpoint: Second/);
      assert.is(run('verify', '1').status, 1);
      done('restore', '1', '--yes');
      assert.is(readFileSync(join(repo.root, 'dir/b.txt'), 'utf8'), 'two\n');
      done('verify', '1');
      done('undo', '--yes');
      done('verify', '2');
      done('drop', '1');
      assert.not.match(done('list'), /First/);
      assert.is(repo.git('fsck', '--strict', '--no-dangling'), '');
      assert.is(repo.git('show', 'refs/checkpoints/2:dir/b.txt'), 'two, changed');
      assert.is(repo.git('status', '--porcelain'), ' M a.txt\n M dir/b.txt\n?? new.txt');
    }));

  it('goes on where git began, and the other way round', () =>
    withRepo((repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('ground');
      const env = withoutGit(repo);
      for (const [at, options] of [{}, { env }, {}, { env }].entries()) {
        repo.write('a.txt', `${at}\n`);
        const saved = runCli(repo, ['save', '--json', '-m', `Save ${at}`], options);
        assert.is(JSON.parse(saved.stdout).number, at + 1, saved.stderr);
        repo.git('gc', '--quiet');
      }
      const lists = [{}, { env }].map((options) => runCli(repo, ['list', '--json'], options).stdout);
      assert.is(lists[0], lists[1]);
      assert.is(JSON.parse(lists[0] ?? '').length, 4);
      assert.is(repo.git('notes', '--ref=checkpoints', 'list').split('\n').length, 4);
    }));

  it('says that native was asked for and git is not there', () =>
    withRepo((repo) => {
      const env = { ...withoutGit(repo), GIT_CHECKPOINT_ENGINE: 'native' };
      const run = runCli(repo, ['list'], { env });
      assert.is(run.status, 128);
      assert.match(run.stderr, /cannot run git[\s\S]*portable/);
    }));

  it('is what the setting asks for, wherever it is written', () =>
    withRepo((repo) => {
      const engineOf = (env: Record<string, string> = {}) => runCli(repo, ['--version'], { env }).stdout;
      assert.match(engineOf(), /native engine/);
      assert.match(engineOf({ GIT_CHECKPOINT_ENGINE: 'portable' }), /portable engine/);
      repo.git('config', 'checkpoint.engine', 'portable');
      assert.match(engineOf(), /portable engine/);
      assert.match(engineOf({ GIT_CHECKPOINT_ENGINE: 'native' }), /native engine/);
      repo.git('config', '--unset', 'checkpoint.engine');
      repo.git('config', '--global', 'checkpoint.engine', 'portable');
      assert.match(engineOf(), /portable engine/);
      repo.git('config', '--global', '--unset', 'checkpoint.engine');
      mkdirSync(join(repo.env['XDG_CONFIG_HOME'] ?? '', 'git-checkpoint'), { recursive: true });
      repo.write('../.config-of-test/git-checkpoint/config.yaml', 'engine: portable\n');
      assert.match(engineOf(), /portable engine/);
    }));
});
