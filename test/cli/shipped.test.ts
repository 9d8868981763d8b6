import { type StdioOptions, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as assert from 'uvu/assert';
import { commands } from '../../src/cli/commands.ts';
import { bundleEnv, CLI, runCli, runProgram } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';
import { withRepo } from '../support/with-repo.ts';

interface Run {
  readonly args: readonly string[];
  /** On stdout and stderr together. */
  readonly says: RegExp;
  readonly status?: number;
  readonly input?: string;
  /** What the user writes into a file before. */
  readonly after?: string;
}

const started = { hook_event_name: 'SessionStart', source: 'startup', session_id: 'session-1' };

/** One life of a repository, told with every command that there is. */
const runs: readonly Run[] = [
  { after: 'one\n', args: ['-m', 'Begin'], says: /^Checkpoint saved: Begin \(1: / },
  { after: 'two\n', args: ['save', '-m', 'Go on'], says: /^Checkpoint saved: Go on \(2: / },
  { args: ['list'], says: /^main · you · .* · 2 checkpoints\n○ 2 .*Go on.*\n○ 1 .*Begin.*\n$/ },
  { args: ['show', '1'], says: /^checkpoint 1 .*\nBegin\n/ },
  { args: ['diff', '1', '2'], says: /^-one\n\+two$/m },
  {
    args: ['verify', '1'],
    says: /^Files changed: 1, Lines added: 1, Lines removed: 1\nWorking tree differs/,
    status: 1,
  },
  { args: ['resume'], says: /^Resumed from checkpoint: Go on \(saved just now\)\n/ },
  { args: ['restore', '1', '--yes'], says: /tree verified/ },
  { args: ['undo'], says: /tree verified/ },
  { args: ['rewind', '1', '--files', '--dry-run'], says: /checkpoint 1/ },
  { args: ['handoff', '1', '--to', 'codex', '--print'], says: /Resumed from checkpoint: Begin/ },
  { args: ['fork', '1', '--branch', 'forked'], says: /^Forked checkpoint 1 into .*forked/ },
  { args: ['keep', '1'], says: /^Kept checkpoint 1 \(prune will not remove it\)\n$/ },
  {
    args: ['annotate', '1', '--llm'],
    says: /^Checkpoint 1 left unchanged: no agent session\n$/,
    status: 1,
  },
  { args: ['usage'], says: /checkpoints/ },
  { args: ['prune', '--dry-run'], says: /^Nothing to prune\.\n$/ },
  { args: ['redact', '1'], says: /^Nothing to remove from checkpoint 1\n$/ },
  { args: ['push'], says: /^Sent 4 checkpoints: 1–4\n/ },
  { args: ['fetch'], says: /^Up to date with 'origin'/ },
  { args: ['sync'], says: /^Up to date with 'origin'/ },
  { args: ['grep', 'Begin'], says: /^1:summary: Begin\n/ },
  { args: ['install', 'claude-code'], says: /^Claude Code\n.*: created\n/ },
  { args: ['doctor'], says: /^✓ .*\n[\s\S]*Claude Code, user: \d+ hooks in / },
  { args: ['report'], says: /^## git-checkpoint report\n[\s\S]*- ok: Claude Code, user: \d+ hooks in ~\// },
  { args: ['uninstall', 'claude-code'], says: /^Claude Code\n.*: removed\n/ },
  { after: 'three\n', args: ['watch', '--session', 'run', '--', 'true'], says: /^Session run: 1 checkpoint / },
  { args: ['log'], says: /^ *\d+ {2}now {2}save +checkpoint 5 ".*" \(interval\)\n/ },
  { args: ['sessions'], says: /^run {2}now {2}true {2}main {2}1 checkpoint / },
  {
    args: ['sessions', 'run'],
    says: /^Session run \(true\) on main, since .*\n1 checkpoint in .*\ncheckpoint {2}after [\s\S]*\n {2}readme\.txt\n$/,
  },
  { args: ['recover'], says: /^No crashed sessions found\.\n$/ },
  { args: ['status'], says: /^On main, .* since checkpoint 5 / },
  { args: ['config', 'get', 'mode'], says: /^stateful\n$/ },
  { args: ['hook', 'claude-code'], says: /Resumed from checkpoint/, input: JSON.stringify(started) },
  { args: ['mcp'], says: /^$/ },
  { args: ['completion', 'bash'], says: /_git_checkpoint/ },
  { args: ['export', '--html', '../page.html'], says: /^Exported \d+ checkpoints? to \.\.\/page\.html/ },
  { args: ['ui', '--port', '99999'], says: /option '--port' needs a port, not '99999'/, status: 129 },
  { args: ['drop', '--force', '1'], says: /^Dropped checkpoint 1 ".+" \(was [0-9a-f]{7}\)\n$/ },
  { args: ['help'], says: /Save and look/ },
  { args: ['--version'], says: /^git-checkpoint \d/ },
];

describe('the program as it is shipped', (it) => {
  it('runs every command in a process of its own', () =>
    withClones(({ ada }) => {
      for (const { after, args, says, status = 0, input = '' } of runs) {
        if (after !== undefined) ada.write('readme.txt', after);
        const run = runProgram(ada, args, { input });
        assert.is(run.status, status, `${args.join(' ')}: ${run.stderr}`);
        assert.match(run.stdout + run.stderr, says, args.join(' '));
      }
    }));

  it('is a library, used as its document tells', () =>
    withRepo((repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('begin');
      repo.write('a.txt', 'two\n');
      const [, example = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/library.md', 'utf8')) ?? [];
      const built = pathToFileURL(resolve('dist/index.js')).href;
      repo.write('../example.mjs', example.replace("'git-checkpoint'", `'${built}'`));
      const { stdout: run } = spawnSync(process.execPath, ['../example.mjs'], {
        cwd: repo.root,
        env: repo.env,
        encoding: 'utf8',
      });
      assert.match(run, /^saved 1\n1 Tokens rotate\nResumed from checkpoint: Tokens rotate \(saved just now\)\n/);
      assert.match(run, /Test that a used token is refused/);
      assert.match(run, /\n \d+\n$/);
    }));

  it('works where no temporary file can be made', () =>
    withRepo((repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('begin');
      repo.write('a.txt', 'two\n');
      const saved = runCli(repo, ['save', '-m', 'Without a place'], { env: { TMPDIR: '/nowhere' } });
      assert.equal([saved.status, saved.stderr], [0, '']);
      assert.is(repo.git('show', 'refs/checkpoints/1:a.txt'), 'two');
      assert.match(runCli(repo, ['diff', '--stat'], { env: { TMPDIR: '/nowhere' } }).stdout, /^$/);
    }));

  it('fails when its result cannot be written, and not when only its talk cannot', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      // Only Linux has a device that is always full.
      if (!existsSync('/dev/full')) return;
      const full = openSync('/dev/full', 'w');
      const run = (stdio: StdioOptions, ...args: string[]) => {
        const done = spawnSync(process.execPath, [CLI, ...args], {
          cwd: repo.root,
          env: bundleEnv(repo.env),
          encoding: 'utf8',
          stdio,
        });
        return [done.status, done.stdout ?? '', done.stderr ?? ''];
      };
      const told = 'fatal: cannot write the result: ENOSPC: no space left on device, write\n';
      assert.equal(run(['ignore', full, 'pipe'], 'save', '-m', 'Begin'), [128, '', told]);
      assert.equal(run(['ignore', full, 'pipe'], 'list'), [128, '', told]);
      assert.equal(run(['ignore', full, 'pipe'], 'hook', 'claude-code'), [0, '', '']);
      const [status, output] = run(['ignore', 'pipe', full], 'save', '-m', 'Go on', '--transcript', 'none');
      assert.equal([status, output], [0, 'Checkpoint saved: Go on (2: 1 file, +1 -0)\n']);
      closeSync(full);
    }));

  it('has no command that this leaves out', () => {
    const run = new Set(runs.map(({ args }) => args[0]));
    assert.equal(
      [...commands.keys()].filter((name) => !run.has(name)),
      [],
    );
  });
});
