import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { type CliRun, runCli } from '../support/run-cli.ts';
import { runMain } from '../support/run-main.ts';
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
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.write('dir/b.txt', 'two\n');
      repo.commit('ground');
      const env = withoutGit(repo);
      const run = async (...args: string[]): Promise<CliRun> => await runMain(repo, args, { env });
      const done = async (...args: string[]): Promise<string> => {
        const { status, stdout, stderr } = await run(...args);
        assert.is(status, 0, `${args.join(' ')}: ${stderr}`);
        return stdout;
      };
      assert.match(await done('--version'), /portable engine/);
      repo.write('a.txt', 'one, changed\n');
      repo.write('new.txt', 'new\n');
      assert.match(await done('save', '-m', 'First', '--next', 'go on'), /^Checkpoint saved: First \(1: 2 files/);
      repo.write('dir/b.txt', 'two, changed\n');
      assert.match(await done('save', '-m', 'Second'), /\(2: /);
      assert.match(await done('list'), /Second[\s\S]*First/);
      assert.match(await done('show', '1'), /A new\.txt/);
      assert.is(await done('show', '1', '--', 'a.txt'), 'one, changed\n');
      assert.match(await done('diff', '1', '2'), /\+two, changed/);
      assert.match(await done('resume'), /^Resumed from checkpoint: Second/);
      assert.is((await run('verify', '1')).status, 1);
      await done('restore', '1', '--yes');
      assert.is(readFileSync(join(repo.root, 'dir/b.txt'), 'utf8'), 'two\n');
      await done('verify', '1');
      await done('undo', '--yes');
      await done('verify', '2');
      await done('drop', '1');
      assert.not.match(await done('list'), /First/);
      assert.is(repo.git('fsck', '--strict', '--no-dangling'), '');
      assert.is(repo.git('show', 'refs/checkpoints/2:dir/b.txt'), 'two, changed');
      assert.is(repo.git('status', '--porcelain'), ' M a.txt\n M dir/b.txt\n?? new.txt');
    }));

  it('goes on where git began, and the other way round', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('ground');
      const env = withoutGit(repo);
      for (const [at, options] of [{}, { env }, {}, { env }].entries()) {
        repo.write('a.txt', `${at}\n`);
        const saved = await runMain(repo, ['save', '--json', '-m', `Save ${at}`], options);
        assert.is(JSON.parse(saved.stdout).number, at + 1, saved.stderr);
        repo.git('gc', '--quiet');
      }
      const { stdout: byGit } = await runMain(repo, ['list', '--json']);
      const { stdout: byItself } = await runMain(repo, ['list', '--json'], { env });
      assert.is(byGit, byItself);
      assert.is(JSON.parse(byGit).length, 4);
      assert.is(repo.git('notes', '--ref=checkpoints', 'list').split('\n').length, 4);
    }));

  it('waits for the end of a gc before it saves', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('ground');
      repo.write('a.txt', 'two\n');
      const mark = join(repo.root, '.git', 'gc.pid');
      repo.write('.git/gc.pid', `${process.pid} ${hostname()}\n`);
      const gc = setTimeout(() => rmSync(mark, { force: true }), 300);
      const run = await runMain(repo, ['save', '-m', 'Beside a gc'], { env: withoutGit(repo) });
      clearTimeout(gc);
      assert.is(run.status, 0, run.stderr);
      assert.not(existsSync(mark));
      assert.is(repo.git('show', 'refs/checkpoints/1:a.txt'), 'two');
      assert.is(repo.git('fsck', '--strict', '--no-dangling'), '');
    }));

  it('tells commits that were made since', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('ground');
      repo.write('a.txt', 'two\n');
      await runMain(repo, ['save', '-m', 'Saved']);
      repo.commit('Say two\nin two lines\n\nand more');
      repo.commit('Go on');
      const { stdout: byGit } = await runMain(repo, ['resume']);
      const { stdout: byItself } = await runMain(repo, ['resume'], { env: withoutGit(repo) });
      assert.match(byItself, 'Say two in two lines');
      assert.is(byItself, byGit);
    }));

  it('loads isomorphic-git, and nobody else does', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('ground');
      // What may name the engine is looked for in included files too.
      repo.git('config', 'include.path', 'nowhere.inc');
      const hook = join(repo.home, 'hook.cjs');
      const told = `if (/isomorphic/.test(name)) process.stderr.write('loads ' + name + '\\n');`;
      const load = `const load = Module._load; Module._load = function (name, ...rest) { ${told} return load.call(this, name, ...rest); };`;
      writeFileSync(hook, `const Module = require('node:module'); ${load}`);
      const env = { NODE_OPTIONS: `--require ${hook}` };
      for (const args of [['save', '-m', 'x'], ['list'], ['diff', '1'], ['config', 'list']]) {
        assert.not.match(runCli(repo, args, { env }).stderr, /isomorphic/, args.join(' '));
        const portable = runCli(repo, args, { env: { ...env, GIT_CHECKPOINT_ENGINE: 'portable' } });
        assert.match(portable.stderr, /loads .*isomorphic-git/, args.join(' '));
      }
    }));

  it('says that native was asked for and git is not there', () =>
    withRepo(async (repo) => {
      const env = { ...withoutGit(repo), GIT_CHECKPOINT_ENGINE: 'native' };
      const run = await runMain(repo, ['list'], { env });
      assert.is(run.status, 128);
      assert.match(run.stderr, /cannot run git[\s\S]*portable/);
    }));

  it("is what the user's setting asks for, wherever it is written, and not what a repository asks for", () =>
    withRepo(async (repo) => {
      const engineOf = async (env: Record<string, string> = {}) => (await runMain(repo, ['--version'], { env })).stdout;
      assert.match(await engineOf(), /native engine/);
      assert.match(await engineOf({ GIT_CHECKPOINT_ENGINE: 'portable' }), /portable engine/);
      repo.git('config', 'checkpoint.engine', 'portable');
      assert.match(await engineOf(), /native engine/);
      repo.git('config', '--global', 'checkpoint.engine', 'portable');
      assert.match(await engineOf(), /portable engine/);
      assert.match(await engineOf({ GIT_CHECKPOINT_ENGINE: 'native' }), /native engine/);
      repo.git('config', '--global', '--unset', 'checkpoint.engine');
      mkdirSync(join(repo.env['XDG_CONFIG_HOME'] ?? '', 'git-checkpoint'), { recursive: true });
      repo.write('../.config-of-test/git-checkpoint/config.yaml', 'engine: portable\n');
      assert.match(await engineOf(), /portable engine/);
    }));
});
