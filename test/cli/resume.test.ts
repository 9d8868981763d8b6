import * as assert from 'uvu/assert';
import { textWidth } from '../../src/core/text-width.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

async function begin(repo: TestRepo): Promise<void> {
  repo.write('src/auth.ts', 'export function login() {\n  return 1;\n}\n');
  repo.commit('begin');
  repo.write('src/auth.ts', 'export function login() {\n  return 2;\n}\n');
  await checkpoint(repo, '-m', 'Add login', '--task', 'Make login work', '--next', 'Finish src/auth.ts');
}

interface Screen {
  readonly columns: number;
  readonly env?: Record<string, string>;
}

/** What a terminal of so many columns without a pager shows. */
async function onTerminal(repo: TestRepo, args: string[], { columns, env = {} }: Screen): Promise<string> {
  let text = '';
  const stdout = { isTTY: true, columns, write: (more: string | Uint8Array) => (text += Buffer.from(more).toString()) };
  await runMain(repo, args, { env: { GIT_PAGER: 'cat', NO_COLOR: '1', ...env }, stdout });
  return text;
}

describe('git checkpoint resume', (it) => {
  it('is called after the work, not after the safety copy that an undone restore left', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.write('src/auth.ts', 'export function login() {\n  return 3;\n}\n');
      await checkpoint(repo, 'restore', '1', '--yes');
      await checkpoint(repo, 'undo', '--yes');
      const resumed = await checkpoint(repo, 'resume');
      assert.match(resumed, /^Resumed from checkpoint: Add login \(saved just now\)\nCheckpoint 2,/);
    }));

  it('prints the pack and nothing else', () =>
    withRepo(async (repo) => {
      await begin(repo);
      const run = await runMain(repo, ['resume']);
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
    withRepo(async (repo) => {
      const run = await runMain(repo, ['resume']);
      assert.is(run.status, 0);
      assert.is(run.stdout, '');
      assert.match(run.stderr, 'No checkpoint to resume from');
    }));

  it('fails for a number that does not exist', () =>
    withRepo(async (repo) => {
      await begin(repo);
      const run = await runMain(repo, ['resume', '7']);
      assert.is(run.status, 128);
      assert.match(run.stderr, 'checkpoint 7 does not exist');
    }));

  it('holds the limits it is given', () =>
    withRepo(async (repo) => {
      await begin(repo);
      assert.ok((await checkpoint(repo, 'resume', '--max-chars', '200')).length <= 200);
      const small = JSON.parse(await checkpoint(repo, 'resume', '--budget', '120', '--explain', '--json'));
      assert.ok(small.tokens <= 120);
      assert.ok(small.sections.some((section: { level: string }) => section.level === 'left out'));
    }));

  it('lets --max-chars win over the setting, 0 for no limit', () =>
    withRepo(async (repo) => {
      await begin(repo);
      const whole = await checkpoint(repo, 'resume');
      repo.git('config', 'checkpoint.resumeMaxChars', '100');
      assert.ok((await checkpoint(repo, 'resume')).length <= 100);
      assert.is(await checkpoint(repo, 'resume', '--max-chars', '100000'), whole);
      assert.is(await checkpoint(repo, 'resume', '--max-chars', '0'), whole);
    }));

  it('takes the budget from the settings', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.git('config', 'checkpoint.resumeBudget', '200');
      assert.ok(JSON.parse(await checkpoint(repo, 'resume', '--explain', '--json')).tokens <= 200);
    }));

  it('prints JSON and Markdown', () =>
    withRepo(async (repo) => {
      await begin(repo);
      assert.is(JSON.parse(await checkpoint(repo, 'resume', '--json')).checkpoint, 1);
      assert.match(await checkpoint(repo, 'resume', '--format', 'md'), /^# Resumed from checkpoint: /);
    }));

  it('explains what went in and what it cost, as bars against the budget', () =>
    withRepo(async (repo) => {
      await begin(repo);
      const output = await checkpoint(repo, 'resume', '--explain');
      assert.match(output, /^Resume pack of checkpoint 1\n\d+ of 5,000 tokens \(\d+%\), \d+ characters\n█+.?░+\n/);
      assert.match(output, /src\/auth\.ts +\d+ {2}█+.? +changes/);
      for (const columns of [40, 80, 200])
        for (const line of (await onTerminal(repo, ['resume', '--explain'], { columns })).split('\n'))
          assert.ok(textWidth(line) <= columns, line);
    }));

  it('prints a digest on a terminal, and all of it with --full, to agents and where the text is asked for', () =>
    withRepo(async (repo) => {
      await begin(repo);
      repo.write('src/auth.ts', 'export function login() {}\n');
      for (const columns of [40, 80, 200]) {
        const digest = await onTerminal(repo, ['resume'], { columns });
        const lines = digest.split('\n');
        assert.ok(lines.length <= 14 && lines.every((line) => textWidth(line) <= columns), digest);
      }
      const digest = await onTerminal(repo, ['resume'], { columns: 80 });
      assert.match(
        digest,
        /^Resumed from checkpoint: Add login \(saved just now\)\nNow {7}Changed since: src\/auth\.ts\.\nTask {6}Make login work\nNext {6}1 Finish src\/auth\.ts\n/,
      );
      assert.match(digest, /\nFiles {5}1 file, \+1 -1\n\d+ of 5,000 tokens \(\d+%\) · --full prints them all/);
      const whole = await checkpoint(repo, 'resume');
      for (const option of ['--full', '--budget=5000', '--format=text'])
        assert.is(await onTerminal(repo, ['resume', option], { columns: 80 }), whole, option);
      assert.is(await onTerminal(repo, ['resume'], { columns: 80, env: { CLAUDECODE: '1' } }), whole);
    }));

  it('refuses a part that cannot be', () =>
    withRepo(async (repo) => {
      await begin(repo);
      for (const part of ['3/2', '0/2', 'two'])
        assert.is((await runMain(repo, ['resume', '--part', part])).status, 129, part);
    }));

  it('hides the secrets of files, commits and branches, and says so', () =>
    withRepo(async (repo) => {
      const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
      repo.write('a.ts', `const old = '${token}';\n`);
      repo.commit('begin');
      repo.write('a.ts', `const old = '${token}';\nconst more = 1;\n`);
      repo.write('b.ts', `const key = '${token}';\n`);
      await checkpoint(repo, '-m', 'Saved');
      repo.git('switch', '--quiet', '--create', `try/${token}`);
      repo.commit(`Use ${token}`);
      for (const format of ['text', 'md', 'json']) {
        const text = await checkpoint(repo, 'resume', '--format', format);
        assert.not.match(text, token);
        for (const words of [
          'a.ts, changes, secrets hidden:',
          "const key = '[REDACTED:github-token]';",
          'The branch is now try/[REDACTED:github-token]',
          'Use [REDACTED:github-token].',
        ]) {
          assert.ok(text.includes(words), words);
        }
      }
    }));
});
