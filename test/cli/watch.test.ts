import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { runCli } from '../support/run-cli.ts';
import { startCli } from '../support/start-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const checkpoints = (repo: TestRepo) =>
  repo.git('for-each-ref', '--format=%(refname)', 'refs/checkpoints').split('\n').filter(Boolean).length;
const node = (script: string) => ['--', process.execPath, '-e', script];

describe('git checkpoint watch', (it) => {
  it('passes streams and exit code through and tells what happened on stderr', () =>
    withRepo((repo) => {
      repo.write('a.txt', 'one\n');
      const run = runCli(repo, ['watch', '--session', 'my-run', '--', 'sh', '-c', 'cat; echo two > a.txt; exit 7'], {
        input: 'to the command\n',
      });
      assert.is(run.status, 7);
      assert.is(run.stdout, 'to the command\n');
      assert.match(run.stderr, /^Session my-run: 2 checkpoints in \d+s, 1 file modified/);
      assert.match(run.stderr, /^2 +2 +\d+s/m);
      assert.is(repo.git('show', 'refs/checkpoints/1:a.txt'), 'one');
      assert.is(repo.git('show', 'refs/checkpoints/2:a.txt'), 'two');
    }));

  it('captures at every interval that changed something', () =>
    withRepo((repo) => {
      const script =
        "const { writeFileSync } = require('node:fs'); let n = 0; const t = setInterval(() => { writeFileSync('a.txt', String(++n)); if (n === 30) clearInterval(t); }, 50);";
      const run = runCli(repo, ['watch', '--json', '--interval', '200ms', ...node(script)]);
      const summary = JSON.parse(run.stdout);
      assert.is(run.status, 0);
      assert.ok(summary.total >= 3, run.stdout);
      assert.is(summary.total, checkpoints(repo));
      assert.equal(summary.filesModified, ['a.txt']);
      assert.ok(summary.peakMemory > 1_000_000);
      assert.equal(summary.end, { kind: 'exited', code: 0 });
      assert.is(repo.git('show', `refs/checkpoints/${summary.total}:a.txt`), '30');
    }));

  it('makes no checkpoint while nothing changes', () =>
    withRepo((repo) => {
      repo.write('a.txt', 'one\n');
      const { stderr } = runCli(repo, ['watch', '--interval', '100ms', '--', 'sleep', '1']);
      assert.match(stderr, /: 1 checkpoint in [1-9]\d*s,/);
      runCli(repo, ['watch', '--interval', '100ms', '--', 'sleep', '0.5']);
      assert.is(checkpoints(repo), 1);
    }));

  it('captures before a signal reaches the command, and again at the end', () =>
    withRepo(async (repo) => {
      const script =
        "const { writeFileSync } = require('node:fs'); writeFileSync('a.txt', 'work'); process.on('SIGTERM', () => { writeFileSync('a.txt', 'wiped'); process.exit(3); }); console.log('ready'); setInterval(() => {}, 1000);";
      const run = startCli(repo, ['watch', ...node(script)]);
      await run.until('ready');
      run.child.kill('SIGTERM');
      assert.is(await run.ended, 3);
      assert.is(checkpoints(repo), 3);
      assert.is(repo.git('show', 'refs/checkpoints/2:a.txt'), 'work');
      assert.is(repo.git('show', 'refs/checkpoints/3:a.txt'), 'wiped');
    }));

  it('hands every signal to the command and ends as the shell would say', () =>
    withRepo(async (repo) => {
      for (const [signal, code] of [
        ['SIGINT', 130],
        ['SIGHUP', 129],
        ['SIGUSR1', 138],
      ] as const) {
        const run = startCli(repo, ['watch', '--', 'sh', '-c', 'echo ready; exec sleep 60']);
        await run.until('ready');
        run.child.kill(signal);
        assert.is(await run.ended, code, signal);
      }
    }));

  it('without a command watches until it is interrupted, and captures first', () =>
    withRepo(async (repo) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        const run = startCli(repo, ['watch']);
        await run.until(/0s {2}\d+ files? modified so far/);
        repo.write(`${signal}.txt`, signal);
        run.child.kill(signal);
        assert.is(await run.ended, 0, signal);
        assert.is(repo.git('show', `refs/checkpoints/${checkpoints(repo)}:${signal}.txt`), signal);
      }
    }));

  it('captures when many files changed and came to rest', () =>
    withRepo(async (repo) => {
      const run = startCli(repo, ['watch', '--interval', '60']);
      await run.until('Watching, a checkpoint every 1h. Press Ctrl-C to stop.');
      await run.until('0s  0 files modified so far');
      for (let at = 0; at < 12; at += 1) repo.write(`made/in/a/burst/${at}.txt`, 'x');
      await run.until('12 files modified so far');
      run.child.kill('SIGINT');
      await run.ended;
      assert.is(checkpoints(repo), 2);
    }));

  it('says as a shell does that a command cannot be run', () =>
    withRepo((repo) => {
      repo.write('plain.txt', 'no program');
      const missing = runCli(repo, ['watch', '--', 'no-such-program']);
      assert.is(missing.status, 127);
      assert.match(missing.stderr, /^fatal: cannot run the command: spawn no-such-program ENOENT/m);
      assert.is(runCli(repo, ['watch', '--', './plain.txt']).status, 126);
    }));

  it('does not take what is in the way on PATH for the command', () =>
    withRepo((repo) => {
      repo.write('closed/there', 'x');
      repo.write('open/plain-file', 'no program');
      repo.write('open/a-folder/there', 'x');
      chmodSync(join(repo.root, 'closed'), 0o000);
      const env = { PATH: `${repo.root}/closed:${repo.root}/open:${repo.env['PATH']}` };
      try {
        for (const command of ['no-such-program', 'a-folder']) {
          const missing = runCli(repo, ['watch', '--', command], { env });
          assert.is(missing.status, 127);
          assert.match(missing.stderr, new RegExp(`^fatal: cannot run the command: spawn ${command} ENOENT`, 'm'));
        }
        assert.is(runCli(repo, ['watch', '--', 'plain-file'], { env }).status, 126);
      } finally {
        chmodSync(join(repo.root, 'closed'), 0o700);
      }
    }));

  it('refuses what it would misunderstand', () =>
    withRepo((repo) => {
      const run = runCli(repo, ['watch', 'npm', 'test']);
      assert.is(run.status, 129);
      assert.match(run.stderr, /hint: Put the command behind two dashes: `git checkpoint watch -- npm test`/);
      assert.is(runCli(repo, ['watch', '--interval', 'soon', '--', 'true']).status, 129);
    }));

  it('does not bring a repository back that the command deleted', () =>
    withRepo((repo) => {
      repo.write('a.txt', 'one\n');
      const { status, stderr } = runCli(repo, ['watch', '--', 'rm', '-r', '.git']);
      assert.is(status, 0);
      assert.match(stderr, 'warning: could not save: not a git repository');
      assert.equal(readdirSync(repo.root), ['a.txt']);
    }));

  it('leaves no record of a session that ended', () =>
    withRepo((repo) => {
      runCli(repo, ['watch', '--', 'true']);
      assert.equal(JSON.parse(runCli(repo, ['recover', '--json']).stdout).sessions, []);
    }));
});
