import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { CLI } from '../support/run-cli.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

async function twoCheckpoints(repo: TestRepo): Promise<void> {
  repo.write('a.txt', 'one\n');
  repo.commit('base');
  repo.write('a.txt', 'two\n');
  await checkpoint(
    repo,
    'save',
    '-m',
    'First',
    '--task',
    'Rewrite a',
    '--next',
    'Look at b',
    '--decision',
    'Use two',
    '--blocker',
    'No time',
    '--rule',
    'Ask',
    '--intent',
    'Better',
    '--problem',
    'Old',
    '--state',
    'Half done',
  );
  repo.write('b.dat', Buffer.from([0, 1, 2]));
  repo.git('mv', 'a.txt', 'renamed.txt');
  await checkpoint(repo, 'save', '-m', 'Second');
}

describe('the commands', (it) => {
  it('list newest first, with limits and filters', () =>
    withRepo(async (repo) => {
      await twoCheckpoints(repo);
      assert.match(await checkpoint(repo, 'list', '--flat'), /^2 .*main {2}manual .*Second\n1 .*First\n$/);
      assert.is((await checkpoint(repo, 'list', '--flat', '-n', '1')).split('\n').length, 2);
      assert.match(
        await checkpoint(repo, 'list'),
        /^main · you · .* · 2 checkpoints\n○ 2 .* \+1 -1 +Second .*\n○ 1 .* \+1 -1 +First +a\.txt\n$/,
      );
      const none = await runMain(repo, ['list', '--branch', 'other']);
      assert.equal([none.stdout, none.stderr], ['', 'No checkpoints match.\n']);
      assert.is(JSON.parse(await checkpoint(repo, 'list', '--json', '--trigger', 'manual')).length, 2);
      assert.match((await runMain(repo, ['list', '-n', 'x'])).stderr, /option '--limit' needs a whole number, not 'x'/);
    }));

  it('list by name and range, branch pattern, reason, session, time, path and pin', () =>
    withRepo(async (repo) => {
      await twoCheckpoints(repo);
      repo.git('switch', '--quiet', '-c', 'team/login');
      const transcript = fileURLToPath(new URL('../../fixtures/transcripts/claude-code/edits.jsonl', import.meta.url));
      const spoken = ['--agent', 'claude-code', '--transcript', transcript];
      await checkpoint(repo, 'save', '-m', 'Third', '--trigger', 'turn', ...spoken);
      await checkpoint(repo, 'keep', '1');
      const numbers = async (...args: string[]) =>
        JSON.parse(await checkpoint(repo, 'list', '--json=number', ...args)).map(
          (one: { number: number }) => one.number,
        );
      assert.equal(await numbers('2..3'), [3, 2]);
      assert.equal(await numbers('1', 'latest'), [3, 1]);
      assert.equal(await numbers('1-2', '--kept'), [1]);
      assert.match((await runMain(repo, ['list', '7..9'])).stderr, 'no checkpoint from 7 to 9');
      assert.equal(await numbers('--branch', 'team/*'), [3]);
      assert.equal(await numbers('--branch', 'm*'), [2, 1]);
      assert.equal(await numbers('--trigger', 'turn,clear'), [3]);
      assert.equal(await numbers('--session', '86d38f'), [3]);
      assert.equal(await numbers('--kept'), [1]);
      assert.equal(await numbers('--path', 'b.dat'), [2]);
      assert.equal(await numbers('--since', '1h'), [3, 2, 1]);
      assert.equal(await numbers('--since', '2999-01-01'), []);
      assert.match((await runMain(repo, ['list', '--trigger', 'turn,x'])).stderr, /'--trigger' is one of .*, not 'x'/);
      assert.match((await runMain(repo, ['list', '--since', 'x'])).stderr, /'--since' needs a time/);
    }));

  it('show a hundred files with their counts, and how to see the others', () =>
    withRepo(async (repo) => {
      repo.write('moved.txt', 'a\nb\nc\nd\n');
      repo.commit('base');
      repo.git('mv', 'moved.txt', 'b.txt');
      repo.write('b.txt', 'a\nb\nc\nd\ne\n');
      for (let at = 0; at < 110; at += 1) repo.write(`n${at}.txt`, 'one\n');
      await checkpoint(repo, 'save', '-m', 'Many');
      const page = await checkpoint(repo, 'show');
      assert.match(page, /R moved\.txt → b\.txt +\+1 -0\n/);
      assert.is(page.match(/A n\d+\.txt +\+1 -0\n/g)?.length, 98);
      assert.match(page, / {2}… and 12 more: `git show --stat refs\/checkpoints\/1`\n/);
      assert.match(await checkpoint(repo, 'list'), /Many +112 files\n$/);
    }));

  it('show no more than those hundred, and count the others, when a file became a large folder', () =>
    withRepo(async (repo) => {
      repo.write('folder', 'a file\n');
      repo.commit('base');
      repo.git('rm', '--quiet', 'folder');
      for (let at = 0; at < 98; at += 1) repo.write(`a${at}`, 'one\n');
      writeFileSync(Buffer.from(`${repo.root}/b\xff`, 'latin1'), 'no UTF-8\n');
      for (let at = 0; at < 20; at += 1) repo.write(`folder/${at}`, 'one\n');
      await checkpoint(repo, 'save', '-m', 'Many');
      const page = await checkpoint(repo, 'show');
      assert.is(page.match(/^ {2}[AD] .* \+\d -\d$/gm)?.length, 99);
      assert.match(page, / {2}… and 21 more: /);
    }));

  it('take paths as a person gives them, from wherever they stand', () =>
    withRepo(async (repo) => {
      repo.write('a', 'one\n');
      repo.write('sub/b', 'one\n');
      repo.write(':(top)c', 'an odd name\n');
      await checkpoint(repo, 'save', '-m', 'Begin');
      repo.write('a', 'two\n');
      repo.write('sub/b', 'two\n');
      const sub = join(repo.root, 'sub');
      for (const path of ['../a', './../a', join(repo.root, 'a'), '../sub/../a']) {
        const patch = await runMain(repo, ['diff', '--', path], { cwd: sub });
        assert.match(patch.stdout, /^diff --git a\/a b\/a\n[\s\S]*\n-one\n\+two\n$/, path);
        assert.is((await runMain(repo, ['show', '1', '--', path], { cwd: sub })).stdout, 'one\n', path);
      }
      assert.match((await runMain(repo, ['diff', '--stat', '--', '.'], { cwd: sub })).stdout, '1 file changed');
      assert.match((await runMain(repo, ['diff', '--stat', '--', '..'], { cwd: sub })).stdout, '2 files changed');
      assert.is(await checkpoint(repo, 'show', '1', '--', ':(top)c'), 'an odd name\n');
      assert.match((await runMain(repo, ['show', '1', '--', '../a'])).stderr, 'outside of the working tree');
    }));

  it('print a difference in the bytes of its files, as git does', () =>
    withRepo(async (repo) => {
      repo.write('latin', Buffer.from('caf\xe9\n', 'latin1'));
      await checkpoint(repo, 'save', '-m', 'In another encoding');
      repo.write('latin', Buffer.from('th\xe9\n', 'latin1'));
      const chunks: Buffer[] = [];
      const write = (text: string | Uint8Array) => chunks.push(Buffer.from(text as Uint8Array));
      assert.is((await runMain(repo, ['diff'], { stdout: { write } })).status, 0);
      assert.match(Buffer.concat(chunks).toString('latin1'), /\n-caf\xe9\n\+th\xe9\n$/);
    }));

  it('say so when there is nothing yet', () =>
    withRepo(async (repo) => {
      const run = await runMain(repo, ['list']);
      assert.is(run.status, 0);
      assert.match(run.stderr, /No checkpoints yet/);
      assert.match((await runMain(repo, ['show'])).stderr, /no checkpoints yet/);
      assert.is((await runMain(repo, ['show', '7'])).status, 128);
      assert.is((await runMain(repo, ['show', 'nonsense'])).status, 129);
    }));

  it('take a checkpoint by number, document, place from the end and uid', () =>
    withRepo(async (repo) => {
      await twoCheckpoints(repo);
      const [, { uid }] = JSON.parse(await checkpoint(repo, 'list', '--json'));
      for (const name of ['1', '#1', 'CHECKPOINT-00001', 'latest~1', uid])
        assert.match(await checkpoint(repo, 'show', name), /^checkpoint 1 {2}main @ \w+\nFirst\n/, name);
      const commit = repo.git('rev-parse', 'refs/checkpoints/1');
      for (const name of [commit, commit.slice(0, 9), uid.slice(0, 26 - 1)])
        assert.match(await checkpoint(repo, 'show', name), /^checkpoint 1 /, name);
      assert.is(await checkpoint(repo, 'show', '1:a.txt'), 'two\n');
      assert.is(await checkpoint(repo, 'diff', '1..2', '--name-only'), 'b.dat\nrenamed.txt\n');
      assert.match(
        await checkpoint(repo, 'diff', '1', '2', '--name-status'),
        /^A\tb\.dat\nR100\ta\.txt\trenamed\.txt\n$/,
      );
      assert.match(await checkpoint(repo, 'keep', '1..2'), /checkpoint 1 [\s\S]*checkpoint 2 /);
      const ambiguous = await runMain(repo, ['show', uid.slice(0, 6)]);
      assert.match(ambiguous.stderr, /is ambiguous: checkpoints 1, 2/);
      const unknown = await runMain(repo, ['show', `${uid.slice(0, -4)}ZZZZ`]);
      assert.equal([unknown.status, unknown.stdout], [128, '']);
      assert.match(
        (await runMain(repo, ['show', 'latest~2'])).stderr,
        /only \d checkpoints? exists?; the oldest is latest~\d/,
      );
    }));

  it('show a page, a file and every format', () =>
    withRepo(async (repo) => {
      await twoCheckpoints(repo);
      const page = await checkpoint(repo, 'show', '1');
      for (const part of ['checkpoint 1', 'First', 'Rewrite a', 'Look at b', 'Use two', 'No time', 'M a.txt'])
        assert.ok(page.includes(part), part);
      assert.is(await checkpoint(repo, 'show', '1', '--', 'a.txt'), 'two\n');
      assert.match((await runMain(repo, ['show', '1', '--', 'nowhere'])).stderr, /has no file nowhere/);
      assert.match(await checkpoint(repo, 'show', '1', '--format=md'), /## Problem\nOld/);
      assert.match(await checkpoint(repo, 'show', '1', '--format=yaml'), /^schema: 1$/m);
      const stateful = JSON.parse(await checkpoint(repo, 'show', '1', '--format=json'));
      assert.is(stateful.state.files['a.txt'].content, 'two\n');
      assert.equal(stateful.state.analysis.next_steps, ['Look at b']);
    }));

  it('take documents back in, whichever form', () =>
    withRepo(async (repo) => {
      await twoCheckpoints(repo);
      for (const format of ['md', 'yaml', 'json']) {
        const document = await checkpoint(repo, 'show', '1', `--format=${format}`);
        const run = await runMain(repo, ['save', '--from', '-', '--json'], { input: document });
        assert.is(run.status, 0, run.stderr);
        const { analysis } = JSON.parse(await checkpoint(repo, 'show', 'latest', '--json'));
        assert.equal(analysis.next_actions, ['Look at b'], format);
        assert.is(analysis.current_task, 'Rewrite a', format);
      }
      const words = await runMain(repo, ['save', '--from', '-'], { input: '# By hand\n\nMore words.\n' });
      assert.match(words.stdout, /Checkpoint saved: By hand/);
      assert.match((await runMain(repo, ['save', '--from', '-'], { input: '' })).stderr, /document is empty/);
      assert.match((await runMain(repo, ['save', '--from', '-'], { input: '{' })).stderr, /is not JSON/);
      assert.match(
        (await runMain(repo, ['save', '--from', '-'], { input: '{"state": 3}' })).stderr,
        /not valid: document.state is not a map/,
      );
      assert.match((await runMain(repo, ['save', '--from', 'nowhere'])).stderr, /cannot read nowhere/);
    }));

  it('compare with the working tree and with each other', () =>
    withRepo(async (repo) => {
      await twoCheckpoints(repo);
      repo.write('renamed.txt', 'three\n');
      assert.match(await checkpoint(repo, 'diff'), /-two\n\+three/);
      const between = await checkpoint(repo, 'diff', '1', '2');
      assert.match(between, /rename from a\.txt\nrename to renamed\.txt/);
      assert.match(between, /Binary files .* differ/);
      assert.match(await checkpoint(repo, 'diff', '1', '2', '--stat'), /2 files changed/);
      assert.is(JSON.parse(await checkpoint(repo, 'diff', '1', '2', '--json')).changes.length, 2);
      assert.not.match(await checkpoint(repo, 'diff', '1', '2', '--', 'b.dat'), /renamed/);
    }));

  it('verify with the exit code as the answer', () =>
    withRepo(async (repo) => {
      await twoCheckpoints(repo);
      assert.is((await runMain(repo, ['verify'])).status, 0);
      repo.write('renamed.txt', 'x\ny\n');
      const run = await runMain(repo, ['verify']);
      assert.is(run.status, 1);
      assert.is(run.stdout, 'Files changed: 1, Lines added: 2, Lines removed: 1\n');
      assert.match(run.stderr, /^Working tree differs from checkpoint 2: renamed\.txt\n$/);
      assert.is(JSON.parse((await runMain(repo, ['verify', '1', '--json'])).stdout).same, false);
      assert.match(
        (await runMain(repo, ['verify', '--prompt'])).stderr,
        /cannot ask: standard input is not a terminal/,
      );
    }));

  it('keep, drop and prune', () =>
    withRepo(async (repo) => {
      await twoCheckpoints(repo);
      assert.is(await checkpoint(repo, 'keep', '1'), 'Kept checkpoint 1 (prune will not remove it)\n');
      assert.is(JSON.parse(await checkpoint(repo, 'keep', '--json'))[0].kept, true);
      const refused = await runMain(repo, ['drop', '2']);
      assert.equal([refused.status, refused.stdout], [1, '']);
      assert.match(
        refused.stderr,
        /checkpoint 2 is kept; nothing was dropped\nhint: .*`git checkpoint drop --force 2`/,
      );
      const commit = repo.git('rev-parse', '--short=7', 'refs/checkpoints/2');
      assert.is(
        await checkpoint(repo, 'drop', '--force', '2', 'latest'),
        `Dropped checkpoint 2 "Second" (was ${commit})\n`,
      );
      assert.match(
        (await runMain(repo, ['show', '2'])).stderr,
        /checkpoint 2 was dropped\nhint: It is in the trash: .*`git checkpoint undo N`/,
      );
      assert.match(
        (await runMain(repo, ['drop', '1', '9'])).stderr,
        /checkpoint 9 does not exist; nothing was dropped/,
      );
      assert.match(
        (await runMain(repo, ['drop'])).stderr,
        /^error: drop: which checkpoint\?\nhint: Try `git checkpoint drop latest`/,
      );
      for (let at = 0; at < 4; at += 1) await checkpoint(repo, 'save', '--trigger', 'turn', '-m', `Turn ${at}`);
      repo.git('config', 'checkpoint.maxAuto', '1');
      assert.match(
        await checkpoint(repo, 'prune', '--dry-run'),
        /Would remove 4 .*too many[\s\S]*3 checkpoints would be removed; frees up to/,
      );
      assert.is(JSON.parse(await checkpoint(repo, 'prune', '--json')).remove.length, 3);
      assert.equal(
        JSON.parse(await checkpoint(repo, 'list', '--json')).map((one: { number: number }) => one.number),
        [6, 1],
      );
    }));

  it('grep summaries, analyses and files', () =>
    withRepo(async (repo) => {
      await twoCheckpoints(repo);
      assert.match(await checkpoint(repo, 'grep', 'Use two'), /2:decisions: Use two/);
      assert.match(await checkpoint(repo, 'grep', '-i', '^TWO$'), /:1: two/);
      assert.is((await runMain(repo, ['grep', 'nothing like it'])).status, 1);
      assert.is((await runMain(repo, ['grep', '('])).status, 129);
      assert.is((await runMain(repo, ['grep', '--', '-nothing'])).status, 1);
      assert.ok(JSON.parse(await checkpoint(repo, 'grep', 'First', '--json')).length > 0);
      const marked = await checkpoint(repo, 'grep', '--color', 'e t');
      assert.match(marked, 'Us\u001b[1;31me t\u001b[0mwo');
    }));

  it('grep lists words that later checkpoints carry on once, by the newest', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save', '-m', 'First', '--decision', 'Tokens are used once');
      repo.write('a.txt', 'two\n');
      await checkpoint(repo, 'save', '-m', 'Second');
      assert.is(await checkpoint(repo, 'grep', 'used once'), '2:decisions: Tokens are used once\n');
    }));

  it('config lists with origins, gets, sets and unsets', () =>
    withRepo(async (repo) => {
      await checkpoint(repo, 'config', 'set', 'hooks.checkpoint_threshold_percent', '80');
      assert.is(await checkpoint(repo, 'config', 'get', 'thresholdPercent'), '80\n');
      assert.match(
        await checkpoint(repo, 'config'),
        /hooks\.checkpoint_threshold_percent = 80 {2}\(git config, \.git\/config\)/,
      );
      assert.match(
        (await runMain(repo, ['config', 'set', 'thresholdPercent', '50'])).stderr,
        /hooks\.checkpoint_threshold_percent must be 70–95 \(got '50'\)/,
      );
      assert.match((await runMain(repo, ['config', 'get', 'nothing'])).stderr, /unknown setting 'nothing'/);
      assert.is((await runMain(repo, ['config', 'set', 'mode'])).status, 129);
      assert.is((await runMain(repo, ['config', 'frob', 'mode'])).status, 129);
      assert.is((await runMain(repo, ['config', 'get'])).status, 129);
      assert.is(await checkpoint(repo, 'config', 'checkpoint.mode'), 'stateful\n');
      await checkpoint(repo, 'config', 'resume.budget_tokens', '4000');
      assert.is(await checkpoint(repo, 'config', 'resume.budget_tokens'), '4000\n');
      assert.match(
        (await runMain(repo, ['config', 'get', 'resume.budgt_tokens'])).stderr,
        /^error: unknown setting 'resume\.budgt_tokens'\nhint: Did you mean 'resume\.budget_tokens'\?\n$/,
      );
      assert.match((await runMain(repo, ['config', 'get', 'mode', 'x'])).stderr, /unexpected argument 'x'/);
      assert.is(JSON.parse(await checkpoint(repo, 'config', 'get', 'thresholdPercent', '--json')).value, 80);
      await checkpoint(repo, 'config', 'set', 'exclude', '*.tmp', 'data/**');
      assert.is(await checkpoint(repo, 'config', 'get', 'checkpoint.exclude'), '*.tmp data/**\n');
      await checkpoint(repo, 'config', 'unset', 'thresholdPercent');
      assert.is(await checkpoint(repo, 'config', 'get', 'thresholdPercent'), '70\n');
      assert.ok(JSON.parse(await checkpoint(repo, 'config', '--json')).length > 10);
      repo.git('config', 'checkpoint.mode', 'both');
      assert.match((await runMain(repo, ['save'])).stderr, /checkpoint\.mode must be one of .* \(got 'both'\)/);
      await checkpoint(repo, 'config', 'unset', 'mode');
      assert.is((await runMain(repo, ['save'])).status, 0);
    }));

  it("config --global reads and writes the user's settings, also outside of a repository", async () => {
    for (const engine of ['native', 'portable'])
      await withRepo(async (repo) => {
        const env = { ...repo.env, GIT_CHECKPOINT_ENGINE: engine };
        const outside = { root: repo.home, env };
        const global = (...args: string[]) => checkpoint(outside, 'config', '--global', ...args);
        await global('set', 'thresholdPercent', '85');
        await global('set', 'exclude', '*.tmp', 'data/**');
        assert.is(repo.git('config', '--global', 'checkpoint.thresholdPercent'), '85');
        assert.is(await global('get', 'exclude'), '*.tmp data/**\n');
        assert.match(await global(), /checkpoint_threshold_percent = 85 {2}\(git config, .*gitconfig-of-test\)\n/);
        await checkpoint({ ...repo, env }, 'config', 'set', 'thresholdPercent', '90');
        assert.is(await checkpoint({ ...repo, env }, 'config', '--global', 'get', 'thresholdPercent'), '85\n');
        assert.is(await checkpoint({ ...repo, env }, 'config', 'get', 'thresholdPercent'), '90\n');
        repo.git('config', '--global', 'checkpoint.mode', 'both');
        assert.match(
          (await runMain(outside, ['config', '--global'])).stderr,
          /checkpoint\.mode must be one of .* \(got 'both'\)/,
        );
        for (const key of ['mode', 'exclude', 'thresholdPercent', 'thresholdPercent']) await global('unset', key);
        assert.is(JSON.parse(await global('get', 'thresholdPercent', '--json')).origin.layer, 'default');
        const local = await runMain(outside, ['config', 'set', 'mode', 'summary']);
        assert.equal([local.status, local.stderr.split(':')[1]], [128, ' not a git repository']);
      });
  });

  it('help, complete and tell the version', () =>
    withRepo(async (repo) => {
      assert.match(await checkpoint(repo, '-h'), /^Save and look\n {2}save /m);
      assert.match(await checkpoint(repo, 'list', '-h'), /Usage: git checkpoint list/);
      assert.match(
        await checkpoint(repo, '--version'),
        /^git-checkpoint \d+\.\d+\.\d+ \(native engine, git [\d.]+, node v/,
      );
      assert.match((await runMain(repo, ['--version'], { cwd: repo.home })).stdout, /not in a repository/);
      for (const shell of ['bash', 'zsh', 'fish'])
        assert.match(await checkpoint(repo, 'completion', shell), `git checkpoint completion for ${shell}`);
      assert.is((await runMain(repo, ['completion', 'csh'])).status, 129);
      const wrong = await runMain(repo, ['shwo']);
      assert.is(wrong.status, 129);
      assert.match(wrong.stderr, /hint: Did you mean `git checkpoint show`/);
      assert.is((await runMain(repo, ['list', 'too', 'many'])).status, 129);
      assert.match((await runMain(repo, ['save', '--', 'a.txt'])).stderr, /unexpected argument 'a\.txt'/);
      assert.is((await runMain(repo, ['show', '--format=pdf'])).status, 129);
    }));

  it('answer failures as JSON to programs', () =>
    withRepo(async (repo) => {
      const run = await runMain(repo, ['show', '9', '--json']);
      assert.equal(Object.keys(JSON.parse(run.stderr).error), ['kind', 'message', 'hint']);
      assert.match((await runMain(repo, ['show', '9'], { env: { GIT_CHECKPOINT_DEBUG: '1' } })).stderr, /at /);
    }));

  it('refuse a manual save that is too large, name the largest file and the flag', () =>
    withRepo(async (repo) => {
      for (let at = 0; at < 12; at += 1) repo.write(`large${at}`, Buffer.alloc(1_000_000, at));
      const refused = await runMain(repo, ['save']);
      assert.is(refused.status, 128);
      assert.match(refused.stderr, /too large: 12 MB of new content \(limit 10\.5 MB\)\. Largest: large0 1\.0 MB/);
      assert.match(refused.stderr, /--max-size 12000000/);
      assert.is((await runMain(repo, ['save', '--max-size', '20m'])).status, 0);
      const automatic = await runMain(repo, ['save', '--auto', '-m', 'Auto']);
      assert.is(automatic.status, 0);
      assert.match(automatic.stderr, /Not captured: large\d+ \(over the total size, 1\.0 MB\)/);
      assert.match(
        (await runMain(repo, ['save', '--max-size', 'much'])).stderr,
        /--max-size must be .* \(got 'much'\)/,
      );
    }));

  it('work as a git subcommand, from any directory', () =>
    withRepo((repo) => {
      repo.write('sub/a', '1');
      const env = { PATH: `${join(repo.home, 'bin')}:${repo.env['PATH']}` };
      repo.write('../bin/git-checkpoint', `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`);
      chmodSync(join(repo.home, 'bin/git-checkpoint'), 0o755);
      const run = spawnSync('git', ['-C', 'sub', 'checkpoint', 'save', '-m', 'As git'], {
        cwd: repo.root,
        env: { ...repo.env, ...env },
        encoding: 'utf8',
      });
      assert.is(run.status, 0, run.stderr);
      assert.match(run.stdout, /Checkpoint saved: As git/);
    }));
});
