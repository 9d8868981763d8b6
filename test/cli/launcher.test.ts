import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

const looks = (calls: readonly string[]) => calls.filter((call) => call.includes(' status --porcelain')).length;
const packOf = (repo: TestRepo) => join(repo.root, '.git/git-checkpoint/pack.json');

/** Waits for what is made beside. */
async function packed(repo: TestRepo): Promise<void> {
  for (let waits = 0; waits < 1000 && !existsSync(packOf(repo)); waits += 1) await sleep(10);
}

/** What a process may load first: writes down with which certificates it started. */
const tellsVariable = (path: string) =>
  `require('fs').appendFileSync('${path}', process.argv.slice(2).join(' ') + ': ' + (process.env.NODE_EXTRA_CA_CERTS ?? 'none') + '\\n');\n`;

const saved = (repo: TestRepo) => repo.git('show', 'refs/checkpoints/1:a.txt');

describe('the launcher', (it) => {
  it('has git look once for each command that asks about the working tree', () =>
    watched(async (repo, calls) => {
      assert.is(runProgram(repo, ['save', '-m', 'one']).status, 0);
      await packed(repo);
      // The second one is for the pack.
      assert.is(looks(calls()), 2);
      assert.match(runProgram(repo, ['resume']).stdout, /^Resumed from checkpoint: one/);
      assert.is(looks(calls()), 3);
      assert.is(runProgram(repo, ['verify']).status, 0);
      assert.is(looks(calls()), 4);
      assert.is(runProgram(repo, ['list']).status, 0);
      assert.is(runProgram(repo, ['-h']).status, 0);
      assert.is(looks(calls()), 4);
      rmSync(packOf(repo));
      assert.is(runProgram(repo, ['-m', 'two']).status, 0);
      await packed(repo);
      assert.is(looks(calls()), 6);
    }));

  it('takes the same from a folder further down', () =>
    watched(async (repo, calls) => {
      repo.write('deep/er/new.txt', 'new\n');
      assert.is(runProgram(repo, ['save'], { cwd: join(repo.root, 'deep/er') }).status, 0);
      await packed(repo);
      assert.is(looks(calls()), 2);
      assert.equal([saved(repo), repo.git('show', 'refs/checkpoints/1:deep/er/new.txt')], ['two', 'new']);
    }));

  it('believes no look that did not come to its end', () =>
    watched(
      async (repo, calls) => {
        const run = runProgram(repo, ['save', '-m', 'one']);
        assert.equal([run.status, run.stderr], [0, '']);
        await packed(repo);
        assert.is(looks(calls()), 3);
        assert.is(saved(repo), 'two');
      },
      // The first one tells of nothing but the branch, and dies.
      'case "$*" in *status*) if mkdir "$0.once" 2>/dev/null; then "$git" status --porcelain=v2 -z --branch -- nothing; exit 1; fi;; esac',
    ));

  it('hands its input on', () =>
    watched((repo) => {
      const document = JSON.stringify({ summary: 'From a pipe' });
      const run = runProgram(repo, ['save', '--from', '-'], { input: document });
      assert.equal([run.status, run.stderr], [0, '']);
      assert.match(run.stdout, /^Checkpoint saved: From a pipe\n/);
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

  it('leaves to the program what an environment means', () =>
    watched((repo, calls) => {
      const env = { GIT_DIR: join(repo.root, '.git'), GIT_WORK_TREE: repo.root };
      assert.is(runProgram(repo, ['save'], { cwd: repo.home, env }).status, 0);
      assert.is(looks(calls()), 1);
      assert.is(saved(repo), 'two');
    }));

  it('does not look through a home directory that is refused', () =>
    watched((repo, calls) => {
      const run = runProgram(repo, ['save'], { env: { HOME: repo.root } });
      assert.match(run.stderr, /^fatal: refusing to snapshot your home directory\n/);
      assert.is(looks(calls()), 0);
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
      assert.match(closed.stdout, /^Checkpoint saved: closed\n/);
      const byGit = spawnSync('git', ['checkpoint', 'save', '-m', 'by git'], {
        cwd: repo.root,
        env: bundleEnv(repo.env),
        encoding: 'utf8',
      });
      assert.match(byGit.stdout, /^Checkpoint saved: by git\n/);
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
      assert.ok(looks(calls()) > 0);
    }));

  it('has the pack for the next session made after a save', () =>
    watched(async (repo) => {
      const pack = packOf(repo);
      assert.is(runProgram(repo, ['save', '--no-such-option']).status, 129);
      assert.is(runProgram(repo, ['save', '-m', 'one']).status, 0);
      await packed(repo);
      const kept = JSON.parse(readFileSync(pack, 'utf8'));
      assert.is(kept.checkpoint.note.summary, 'one');
      writeFileSync(pack, JSON.stringify({ ...kept, body: { ...kept.body, text: 'as it was prepared\n' } }));
      assert.match(runProgram(repo, ['resume']).stdout, /as it was prepared/);
    }));

  it('keeps certificates from a Node that sends nothing, and not from its children', () =>
    watched((repo, calls) => {
      const [certificates, seen] = ['/no/such/certificates', join(repo.home, 'seen')];
      repo.write('../told.cjs', tellsVariable(seen));
      repo.write('../seen', '');
      const env = { NODE_EXTRA_CA_CERTS: certificates, NODE_OPTIONS: `--require ${join(repo.home, 'told.cjs')}` };
      // Staged, so that more than the look asks git.
      repo.git('add', 'a.txt');
      for (const args of [['save'], ['save', '--llm'], ['list'], ['sync']]) runProgram(repo, args, { env });
      assert.ok(calls().some((call) => call.startsWith(`${certificates} -c`) && call.includes('write-tree')));
      const lines = readFileSync(seen, 'utf8').split('\n');
      for (const line of ['save: none', `save --llm: ${certificates}`, 'list: none', `sync: ${certificates}`])
        assert.ok(lines.includes(line), `${line} is not in ${lines}`);
    }));
});
