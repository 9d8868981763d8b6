import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { fingerprint, saveIn } from '../support/open.ts';
import { readTree } from '../support/random-tree.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

async function prepare(repo: TestRepo): Promise<Map<string, string>> {
  repo.write('file', 'committed\n');
  repo.write('.gitignore', '*.o\n');
  repo.commit('begin');
  repo.write('file', 'changed\n');
  repo.write('folder/untracked', 'new\n');
  await saveIn(repo);
  const files = readTree(repo.root);
  repo.write('file', 'later\n');
  repo.commit('later');
  repo.write('dirty', 'here\n');
  return files;
}

describe('git checkpoint restore --into', (it) => {
  it('makes a linked worktree and touches nothing here', () =>
    withRepo(async (repo) => {
      const files = await prepare(repo);
      const before = fingerprint(repo);
      const run = await runMain(repo, ['restore', '1', '--into', '../there']);
      assert.is(
        run.stdout,
        `Restored checkpoint 1 into ${repo.home}/there (worktree): 3 files written, tree verified.\n`,
      );
      assert.is(run.status, 0);
      assert.is(fingerprint(repo), before);
      const there = testRepo(repo.home, join(repo.home, 'there'));
      assert.equal(readTree(there.root), files);
      assert.is(there.git('status', '--porcelain'), ' M file\n?? folder/');
      assert.is(there.git('rev-parse', 'HEAD'), repo.git('rev-parse', 'main~1'));
      assert.is(there.tryGit('symbolic-ref', '-q', 'HEAD').status, 1);
    }));

  it("makes a branch at the checkpoint's commit, in a worktree beside this one", () =>
    withRepo(async (repo) => {
      const files = await prepare(repo);
      const run = await runMain(repo, ['restore', '1', '--branch', 'try/again', '--json']);
      const { folder, branch, verified } = JSON.parse(run.stdout);
      assert.equal(
        { folder, branch, verified },
        { folder: `${repo.root}-try-again`, branch: 'try/again', verified: true },
      );
      assert.is(repo.git('rev-parse', 'try/again'), repo.git('rev-parse', 'main~1'));
      assert.equal(readTree(folder), files);
      const again = await runMain(repo, ['restore', '1', '--branch', 'try/again', '--into', '../other']);
      assert.is(again.status, 128);
      assert.match(again.stderr, /fatal: a branch named 'try\/again' already exists/);
      assert.not.ok(existsSync(join(repo.home, 'other')));
    }));

  it('puts the index into the worktree with --staged', () =>
    withRepo(async (repo) => {
      repo.write('file', 'committed\n');
      repo.commit('begin');
      repo.write('file', 'staged\n');
      repo.git('add', '-A');
      repo.write('file', 'changed\n');
      await saveIn(repo);
      await runMain(repo, ['restore', '1', '--into', '../there', '--staged']);
      const there = testRepo(repo.home, join(repo.home, 'there'));
      assert.is(there.git('status', '--porcelain'), 'MM file');
      assert.is(there.git('show', ':file'), 'staged');
    }));

  it('makes a plain folder with --plain', () =>
    withRepo(async (repo) => {
      const files = await prepare(repo);
      mkdirSync(join(repo.home, 'there'));
      const run = await runMain(repo, ['restore', '1', '--into', '../there', '--plain']);
      assert.is(
        run.stdout,
        `Restored checkpoint 1 into ${repo.home}/there (folder): 3 files written, tree verified.\n`,
      );
      assert.equal(readTree(join(repo.home, 'there')), files);
      assert.not.ok(existsSync(join(repo.home, 'there/.git')));
      assert.is(repo.git('worktree', 'list').split('\n').length, 1);
    }));

  it('makes a plain folder of a checkpoint from before the first commit, and no branch', () =>
    withRepo(async (repo) => {
      repo.write('file', '1\n');
      await saveIn(repo);
      const run = await runMain(repo, ['restore', '1', '--into', '../there']);
      assert.match(run.stdout, '(folder): 1 file written, tree verified.');
      assert.is(readFileSync(join(repo.home, 'there/file'), 'utf8'), '1\n');
      const branch = await runMain(repo, ['restore', '1', '--branch', 'new']);
      assert.is(branch.status, 128);
      assert.match(branch.stderr, 'no branch can begin there');
    }));

  it('refuses a folder that holds something', () =>
    withRepo(async (repo) => {
      await prepare(repo);
      mkdirSync(join(repo.home, 'there'));
      writeFileSync(join(repo.home, 'there/mine'), '1\n');
      for (const more of [[], ['--plain']]) {
        const run = await runMain(repo, ['restore', '1', '--into', '../there', ...more]);
        assert.is(run.status, 128);
        assert.match(run.stderr, `fatal: ${repo.home}/there is there already and not empty`);
      }
      assert.equal([...readTree(join(repo.home, 'there')).keys()], ['mine']);
    }));

  it('refuses options that are for this working tree', () =>
    withRepo(async (repo) => {
      await prepare(repo);
      for (const wrong of [['--merge'], ['--dry-run'], ['--', 'file'], ['--plain', '--branch', 'x']]) {
        const run = await runMain(repo, ['restore', '1', '--into', '../there', ...wrong]);
        assert.is(run.status, 129, run.stderr);
      }
    }));

  it('refuses --plain without a folder instead of restoring here', () =>
    withRepo(async (repo) => {
      await prepare(repo);
      const run = await runMain(repo, ['restore', '1', '--plain', '--yes']);
      assert.equal([run.status, run.stderr], [129, 'error: --plain needs --into DIR\n']);
    }));
});
