import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { bundleEnv, CLI, type CliOptions, runProgram } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** A repository with a change, in which a script sees every call of git first. `$git` is the real one. */
function watched(use: (repo: TestRepo, calls: () => string[]) => unknown, script = ''): Promise<void> {
  return withRepo(async (repo) => {
    repo.write('a.txt', 'one\n');
    repo.commit('begin');
    repo.write('a.txt', 'two\n');
    const [path = '', log] = [repo.env['PATH'], join(repo.home, 'calls')];
    const git = spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim();
    repo.write(
      '../bin/git',
      `#!/bin/sh\necho "\${NODE_EXTRA_CA_CERTS-} $*" >> '${log}'\ngit='${git}'\n${script}\nexec ${git} "$@"\n`,
    );
    chmodSync(join(repo.home, 'bin/git'), 0o755);
    const env = { ...repo.env, PATH: `${join(repo.home, 'bin')}:${path}` };
    repo.write('../calls', '');
    await use({ ...repo, env }, () => readFileSync(log, 'utf8').trim().split('\n'));
  });
}

const statuses = (calls: readonly string[]) => calls.filter((call) => call.includes(' status --porcelain')).length;
/** What a process may load first: writes down with which certificates it started. */
const tellsVariable = (path: string) =>
  `require('fs').appendFileSync('${path}', process.argv.slice(2).join(' ') + ': ' + (process.env.NODE_EXTRA_CA_CERTS ?? 'none') + '\\n');\n`;

const saved = (repo: TestRepo) => repo.git('show', 'refs/checkpoints/1:a.txt');

describe('the launcher', (it) => {
  it('asks git about the working tree once for each command', () =>
    watched((repo, calls) => {
      assert.is(runProgram(repo, ['save', '-m', 'one']).status, 0);
      assert.is(statuses(calls()), 1);
      assert.match(runProgram(repo, ['resume']).stdout, /^Resumed from checkpoint: one/);
      assert.is(statuses(calls()), 2);
      assert.is(runProgram(repo, ['verify']).status, 0);
      assert.is(statuses(calls()), 3);
      assert.is(runProgram(repo, ['list']).status, 0);
      assert.is(runProgram(repo, ['-h']).status, 0);
      assert.is(statuses(calls()), 3);
    }));

  it('hands its input on', () =>
    watched((repo) => {
      const document = JSON.stringify({ summary: 'From a pipe' });
      const run = runProgram(repo, ['save', '--from', '-'], { input: document });
      assert.equal([run.status, run.stderr], [0, '']);
      assert.match(run.stdout, /^Checkpoint saved: From a pipe \(/);
      const event = { hook_event_name: 'SessionStart', source: 'startup', session_id: 'one', cwd: repo.root };
      const start = runProgram(repo, ['hook', 'claude-code', '--part', '1/2'], { input: JSON.stringify(event) });
      assert.match(start.stdout, /Resumed from checkpoint: From a pipe/);
    }));

  it('ends as the program ends', () =>
    watched((repo) => {
      const status = (args: readonly string[], options?: CliOptions) => runProgram(repo, args, options).status;
      assert.is(status(['save']), 0);
      repo.write('a.txt', 'three\n');
      assert.is(status(['verify']), 1);
      assert.is(status(['save', '--no-such-option']), 129);
      assert.is(status(['resume', '77']), 128);
      assert.is(status(['save'], { cwd: repo.home }), 128);
    }));

  it('does not look through a home directory that is refused', () =>
    watched((repo, calls) => {
      const run = runProgram(repo, ['save'], { env: { HOME: repo.root } });
      assert.match(run.stderr, /^fatal: refusing to snapshot your home directory\n/);
      assert.is(statuses(calls()), 0);
    }));

  it('knows the home directory by any of its names', () =>
    watched((repo) => {
      const other = join(repo.home, 'another-name');
      symlinkSync(repo.root, other);
      const run = runProgram(repo, ['save'], { env: { HOME: other } });
      assert.match(run.stderr, /^fatal: refusing to snapshot your home directory\n/);
    }));

  it('works without an input, and by another name', () =>
    watched((repo) => {
      const link = join(repo.home, 'bin/git-checkpoint');
      symlinkSync(CLI, link);
      assert.match(repo.git('-C', repo.root, 'status', '--porcelain'), / M a\.txt/);
      assert.is(runProgram(repo, ['save'], { program: link }).status, 0);
      const closed = spawnSync('sh', ['-c', '"$0" save -m closed <&-', link], {
        cwd: repo.root,
        env: bundleEnv(repo.env),
        encoding: 'utf8',
      });
      assert.match(closed.stdout, /^Checkpoint saved: closed \(/);
      const byGit = spawnSync('git', ['checkpoint', 'save', '-m', 'by git'], {
        cwd: repo.root,
        env: bundleEnv(repo.env),
        encoding: 'utf8',
      });
      assert.match(byGit.stdout, /^Checkpoint saved: by git \(/);
    }));

  it('starts nothing that a clone may bring', () =>
    watched((repo, calls) => {
      const [cwd, ran] = [join(repo.root, 'looks/like/one'), join(repo.home, 'ran')];
      repo.git('init', '--quiet', '--bare', cwd);
      const set = (key: string, value: string) => repo.git('config', '--file', join(cwd, 'config'), key, value);
      set('core.bare', 'false');
      set('core.fsmonitor', `touch '${ran}'; false`);
      // The second one only has a name that inspires trust.
      for (const worktree of [repo.root, join(repo.root, '.git/hooks')]) {
        set('core.worktree', worktree);
        // That it would start something is what git does there.
        spawnSync('git', ['status'], { cwd, env: repo.env });
        assert.ok(existsSync(ran));
        rmSync(ran);
        assert.is(runProgram(repo, ['save'], { cwd }).status, 0);
        assert.not(existsSync(ran));
      }
      assert.is(saved(repo), 'two');
      assert.ok(statuses(calls()) > 0);
    }));

  it('keeps certificates from a Node that sends nothing, and not from its children', () =>
    watched((repo, calls) => {
      const [certificates, seen] = ['/no/such/certificates', join(repo.home, 'seen')];
      repo.write('../told.cjs', tellsVariable(seen));
      repo.write('../seen', '');
      const env = { NODE_EXTRA_CA_CERTS: certificates, NODE_OPTIONS: `--require ${join(repo.home, 'told.cjs')}` };
      // Staged, so that git is asked for more than the status.
      repo.git('add', 'a.txt');
      for (const args of [['save'], ['save', '--llm'], ['list'], ['sync']]) runProgram(repo, args, { env });
      assert.ok(calls().some((call) => call.startsWith(`${certificates} -c`) && call.includes('write-tree')));
      const lines = readFileSync(seen, 'utf8').split('\n');
      for (const line of ['save: none', `save --llm: ${certificates}`, 'list: none', `sync: ${certificates}`])
        assert.ok(lines.includes(line), `${line} is not in ${lines}`);
    }));

  it('leaves nothing at work after a save: the repository can be removed', () =>
    watched((repo) => {
      assert.is(runProgram(repo, ['save', '-m', 'one']).status, 0);
      rmSync(repo.root, { recursive: true });
      assert.not(existsSync(repo.root));
    }));

  it('starts by node alone where there is no sh', () =>
    watched((repo) => {
      const program = CLI.replace(/\.cjs$/, '-node.cjs');
      assert.match(readFileSync(program, 'utf8'), /^#!\/usr\/bin\/env node\n/);
      assert.match(runProgram(repo, ['save', '-m', 'by node'], { program }).stdout, /^Checkpoint saved: by node \(/);
    }));
});
