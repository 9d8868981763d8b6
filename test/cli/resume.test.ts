import * as assert from 'uvu/assert';
import { checkpoint, runCli } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

function begin(repo: TestRepo): void {
  repo.write('src/auth.ts', 'export function login() {\n  return 1;\n}\n');
  repo.commit('begin');
  repo.write('src/auth.ts', 'export function login() {\n  return 2;\n}\n');
  checkpoint(repo, '-m', 'Add login', '--task', 'Make login work', '--next', 'Finish src/auth.ts');
}

describe('git checkpoint resume', (it) => {
  it('prints the pack and nothing else', () =>
    withRepo((repo) => {
      begin(repo);
      const run = runCli(repo, ['resume']);
      assert.is(run.status, 0);
      assert.is(run.stderr, '');
      assert.ok(run.stdout.startsWith('Resumed from checkpoint: Add login (saved just now)\n'));
      for (const words of [
        'Nothing changed since.',
        'Make login work',
        '1. Finish src/auth.ts',
        '-  return 1;\n+  return 2;',
      ]) {
        assert.ok(run.stdout.includes(words), words);
      }
    }));

  it('says on stderr that there is nothing, and succeeds', () =>
    withRepo((repo) => {
      const run = runCli(repo, ['resume']);
      assert.is(run.status, 0);
      assert.is(run.stdout, '');
      assert.match(run.stderr, 'No checkpoint to resume from');
    }));

  it('fails for a number that does not exist', () =>
    withRepo((repo) => {
      begin(repo);
      const run = runCli(repo, ['resume', '7']);
      assert.is(run.status, 128);
      assert.match(run.stderr, 'checkpoint 7 does not exist');
    }));

  it('holds the limits it is given', () =>
    withRepo((repo) => {
      begin(repo);
      assert.ok(checkpoint(repo, 'resume', '--max-chars', '200').length <= 200);
      const small = JSON.parse(checkpoint(repo, 'resume', '--budget', '120', '--explain', '--json'));
      assert.ok(small.tokens <= 120);
      assert.ok(small.sections.some((section: { level: string }) => section.level === 'left out'));
    }));

  it('takes the budget from the settings', () =>
    withRepo((repo) => {
      begin(repo);
      repo.git('config', 'checkpoint.resumeBudget', '200');
      assert.ok(JSON.parse(checkpoint(repo, 'resume', '--explain', '--json')).tokens <= 200);
    }));

  it('prints JSON and Markdown', () =>
    withRepo((repo) => {
      begin(repo);
      assert.is(JSON.parse(checkpoint(repo, 'resume', '--json')).checkpoint, 1);
      assert.match(checkpoint(repo, 'resume', '--format', 'md'), /^# Resumed from checkpoint: /);
    }));

  it('explains what went in and what it cost', () =>
    withRepo((repo) => {
      begin(repo);
      const output = checkpoint(repo, 'resume', '--explain');
      assert.match(output, /^part +level +tokens +not shown\n/);
      assert.match(output, /working_files: src\/auth\.ts +whole and changes +\d+/);
      assert.match(output, /\n\d+ tokens, \d+ characters\n$/);
    }));

  it('refuses a part that cannot be', () =>
    withRepo((repo) => {
      begin(repo);
      for (const part of ['3/2', '0/2', 'two']) assert.is(runCli(repo, ['resume', '--part', part]).status, 129, part);
    }));

  it('says what --exact needs', () =>
    withRepo((repo) => {
      begin(repo);
      const run = runCli(repo, ['resume', '--exact']);
      assert.is(run.status, 128);
      assert.match(run.stderr, 'ANTHROPIC_API_KEY');
    }));
});
