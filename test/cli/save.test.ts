import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('git checkpoint save', (it) => {
  it('saves without a command and prints summary and number', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const output = await checkpoint(repo, '-m', 'Begin the work');
      assert.is(output, 'Checkpoint saved: Begin the work (1: 1 file, +1 -0)\n');
    }));

  it('prints JSON for programs', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const saved = JSON.parse(await checkpoint(repo, 'save', '--json'));
      assert.is(saved.number, 1);
      assert.is(saved.id, 'CHECKPOINT-00001');
      assert.is(repo.git('rev-parse', 'refs/checkpoints/1'), saved.commit);
    }));

  it('refuses an option it does not know with the exit code of git', () =>
    withRepo(async (repo) => {
      const run = await runMain(repo, ['save', '--nonsense']);
      assert.is(run.status, 129);
      assert.match(run.stderr, /^error: unknown option '--nonsense'/);
      assert.match(run.stderr, /hint: See `git checkpoint save -h`/);
    }));

  it('takes words that are blank for none', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const output = await checkpoint(
        repo,
        '-m',
        ' ',
        '--task',
        '',
        '--next',
        '',
        '--next',
        'Test it',
        '--decision',
        '\n',
      );
      assert.is(output, 'Checkpoint saved: Add a.txt (1: 1 file, +1 -0)\n');
      const shown = await checkpoint(repo, 'show');
      assert.match(shown, /Next {6}1 Test it/);
      assert.not.match(shown, /Task|Decided/);
    }));

  it('makes a checkpoint that can be read, however long its words and paths are', () =>
    withRepo(async (repo) => {
      const deep = Array.from({ length: 4 }, () => 'f'.repeat(240)).join('/');
      for (let at = 0; at < 60; at++) repo.write(`${deep}/${at}.txt`, `${at}\n`);
      for (let at = 0; at < 100; at++) repo.write(`.aiwg/${deep}/${at}.json`, '{}');
      const long = 'word '.repeat(20_000);
      await checkpoint(repo, '-m', long, '--description', long, '--anchor', long, '--next', long);
      await checkpoint(repo, '-m', 'x'.repeat(100_000));
      assert.match(await checkpoint(repo, 'show', '1'), /^checkpoint 1 .*\nword word /);
      assert.match(await checkpoint(repo, 'list', '--flat'), /^2 .* x+…?\n1 .* word word .*\n$/);
    }));
});
