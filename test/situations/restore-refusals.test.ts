import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { Failure } from '../../src/core/failure.ts';
import { checkpointNumber } from '../../src/core/number.ts';
import { ownerOf } from '../../src/local/owner.ts';
import { applyRestore } from '../../src/repository/restore.ts';
import { planRestore } from '../../src/restore/plan.ts';
import { readFiles } from '../support/nested.ts';
import { withOpen } from '../support/open.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

async function save(repo: TestRepo, summary = 'good'): Promise<void> {
  const run = await runMain(repo, ['save', '-m', summary]);
  if (run.status !== 0) throw new Error(run.stderr);
}

/** Restores checkpoint 1, expects a refusal with these words, and that nothing changed and nothing was saved. */
async function refuses(repo: TestRepo, message: string | RegExp, args: readonly string[] = []): Promise<void> {
  const [before, refs] = [readFiles(repo.root), repo.git('for-each-ref')];
  const run = await runMain(repo, ['restore', '1', '--yes', ...args]);
  assert.is(run.status, 128, run.stderr);
  assert.match(run.stderr, message, run.stderr);
  assert.match(run.stderr, 'hint: Nothing was changed.');
  assert.equal(readFiles(repo.root), before);
  assert.is(repo.git('for-each-ref'), refs);
}

async function restores(repo: TestRepo, args: readonly string[] = []): Promise<void> {
  const run = await runMain(repo, ['restore', '1', '--yes', ...args]);
  assert.is(run.status, 0, run.stderr);
  assert.match(run.stdout, 'tree verified');
}

const read = (repo: TestRepo, path: string) => readFileSync(join(repo.root, path), 'utf8');

describe('a file that no checkpoint can hold', (it) => {
  it('is not overwritten when it is ignored, except by name', () =>
    withRepo(async (repo) => {
      repo.write('made', 'tracked once\n');
      repo.commit('begin');
      await save(repo);
      repo.git('rm', '--quiet', '--cached', 'made');
      repo.git('commit', '--quiet', '-m', 'untrack');
      repo.write('.gitignore', 'made\n');
      repo.write('made', 'by a build\n');
      await refuses(repo, 'fatal: these files would be lost, because no checkpoint can hold them:\n  made (ignored)');
      await refuses(repo, '  made (ignored)', ['--force-path', 'other']);
      await restores(repo, ['--force-path', 'made']);
      assert.is(read(repo, 'made'), 'tracked once\n');
    }));

  it('is left as it is when it already holds what the checkpoint has', () =>
    withRepo(async (repo) => {
      repo.write('made', 'the same\n');
      repo.write('other', '1\n');
      repo.commit('begin');
      await save(repo);
      repo.git('rm', '--quiet', '--cached', 'made');
      repo.git('commit', '--quiet', '-m', 'untrack');
      repo.write('.gitignore', 'made\n');
      repo.write('other', '2\n');
      await restores(repo);
    }));

  it('is not overwritten when it is too large, looks like a secret or is excluded', () =>
    withRepo(async (repo) => {
      for (const path of ['large', '.env', 'a.log']) repo.write(path, 'small, harmless, wanted\n');
      repo.commit('begin');
      await save(repo);
      repo.git('rm', '--quiet', '--cached', 'large', '.env', 'a.log');
      repo.git('commit', '--quiet', '-m', 'untrack');
      repo.write('large', 'x'.repeat(2_000_000));
      repo.write('.env', 'TOKEN=1\n');
      repo.write('a.log', 'log\n');
      await refuses(
        repo,
        'no checkpoint can hold them:\n  .env (looks like a secret)\n  a.log (excluded)\n  large (too large)\n',
      );
    }));

  it('is not deleted with the folder that has to make way', () =>
    withRepo(async (repo) => {
      repo.write('.gitignore', '*.o\n');
      repo.write('thing', 'a file\n');
      repo.commit('begin');
      await save(repo);
      unlinkSync(join(repo.root, 'thing'));
      repo.write('thing/source', 'captured\n');
      repo.write('thing/deep/made.o', 'ignored\n');
      await refuses(repo, '  thing/deep/made.o (ignored)');
      await restores(repo, ['--force-path', 'thing/deep/made.o']);
      assert.is(read(repo, 'thing'), 'a file\n');
      const undo = await runMain(repo, ['undo']);
      assert.is(undo.status, 0, undo.stderr);
      assert.is(read(repo, 'thing/source'), 'captured\n');
    }));

  it('is not replaced when a link that is ignored stands where a folder has to be', () =>
    withRepo(async (repo) => {
      repo.write('folder/file', '1\n');
      repo.commit('begin');
      await save(repo);
      rmSync(join(repo.root, 'folder'), { recursive: true });
      mkdirSync(join(repo.home, 'outside'));
      writeFileSync(join(repo.home, 'outside/file'), 'not ours\n');
      symlinkSync(join(repo.home, 'outside'), join(repo.root, 'folder'));
      writeFileSync(join(repo.root, '.git/info/exclude'), 'folder\n');
      await refuses(repo, '  folder (ignored)');
      await restores(repo, ['--force-path', 'folder']);
      assert.is(read(repo, 'folder/file'), '1\n');
      assert.is(readFileSync(join(repo.home, 'outside/file'), 'utf8'), 'not ours\n');
    }));

  it('is not written into or deleted when it is a repository of its own', () =>
    withRepo(async (repo) => {
      repo.write('library', 'a file\n');
      repo.write('vendor/file', 'a file\n');
      repo.commit('begin');
      await save(repo);
      repo.git('rm', '--quiet', 'library', 'vendor/file');
      repo.git('commit', '--quiet', '-m', 'out');
      for (const folder of ['library', 'vendor']) {
        repo.git('init', '--quiet', folder);
        repo.git('-C', folder, 'commit', '--quiet', '--allow-empty', '-m', 'theirs');
        repo.write(`${folder}/file`, 'theirs\n');
      }
      await refuses(repo, '  library (a repository of its own)\n  vendor (a repository of its own)');
    }));

  it('is not overwritten when git was told not to look at it', () =>
    withRepo(async (repo) => {
      repo.write('settings', '1\n');
      repo.commit('begin');
      repo.write('settings', '2\n');
      await save(repo);
      repo.write('settings', '1\n');
      repo.git('update-index', '--assume-unchanged', 'settings');
      repo.write('settings', 'only here\n');
      await refuses(repo, '  settings (git was told not to look at it)');
    }));

  it('is not overwritten when it cannot be read', () =>
    withRepo(async (repo) => {
      if (process.getuid?.() === 0) return;
      repo.write('file', '1\n');
      repo.commit('begin');
      repo.write('file', '2\n');
      await save(repo);
      repo.write('file', '3\n');
      chmodSync(join(repo.root, 'file'), 0);
      const run = await runMain(repo, ['restore', '1', '--yes']);
      assert.is(run.status, 128, run.stderr);
      assert.match(run.stderr, '  file (cannot be read)');
      chmodSync(join(repo.root, 'file'), 0o600);
      assert.is(read(repo, 'file'), '3\n');
    }));
});

describe('a restore', (it) => {
  it('refuses in the middle of a merge, and goes on with --force', () =>
    withRepo(async (repo) => {
      repo.write('file', '1\n');
      repo.commit('begin');
      await save(repo);
      repo.git('checkout', '--quiet', '-b', 'side');
      repo.write('file', 'side\n');
      repo.commit('side');
      repo.git('checkout', '--quiet', 'main');
      repo.write('file', 'main\n');
      repo.commit('main');
      assert.is(repo.tryGit('merge', 'side').status, 1);
      await refuses(repo, 'fatal: a merge is in progress\nhint: Finish or abort the merge first');
      await restores(repo, ['--force']);
      assert.is(read(repo, 'file'), '1\n');
      assert.match(repo.git('status', '--porcelain'), 'UU file');
      const staged = await runMain(repo, ['restore', '2', '--yes', '--force', '--staged']);
      assert.match(staged.stderr, 'fatal: the index has conflicts, which no checkpoint can hold');
    }));

  for (const [operation, mark] of [
    ['rebase', 'rebase-merge'],
    ['cherry-pick', 'CHERRY_PICK_HEAD'],
    ['revert', 'REVERT_HEAD'],
    ['bisect', 'BISECT_LOG'],
  ] as const) {
    it(`refuses in the middle of a ${operation}`, () =>
      withRepo(async (repo) => {
        repo.write('file', '1\n');
        repo.commit('begin');
        await save(repo);
        repo.write('file', '2\n');
        writeFileSync(join(repo.root, '.git', mark), `${repo.git('rev-parse', 'HEAD')}\n`);
        await refuses(repo, `fatal: a ${operation} is in progress`);
      }));
  }

  it('refuses while another one runs', () =>
    withRepo(async (repo) => {
      repo.write('file', '1\n');
      await save(repo);
      repo.write('file', '2\n');
      const holder = ownerOf(process.ppid);
      const named = { number: 1, uid: 'X' };
      const journal = { version: 1, holder, checkpoint: named, safety: named, kind: 'restore', steps: [] };
      writeFileSync(join(repo.root, '.git/git-checkpoint/restore.json'), JSON.stringify(journal));
      const run = await runMain(repo, ['restore', '1', '--yes']);
      assert.is(run.status, 128);
      assert.match(run.stderr, `fatal: another restore is running (process ${process.ppid}, checkpoint 1)`);
      assert.is(read(repo, 'file'), '2\n');
      assert.is(repo.git('for-each-ref', '--format=%(refname)', 'refs/checkpoints'), 'refs/checkpoints/1');
    }));

  it('refuses names that a file system without case cannot hold side by side', () =>
    withRepo(async (repo) => {
      repo.write('Readme', '1\n');
      repo.write('readme', '2\n');
      repo.write('Docs/a', '1\n');
      repo.write('docs/b', '1\n');
      await save(repo);
      rmSync(join(repo.root, 'readme'));
      rmSync(join(repo.root, 'docs'), { recursive: true });
      repo.git('config', 'core.ignoreCase', 'true');
      await refuses(
        repo,
        'fatal: this file system does not tell these names apart:\n  Docs and docs\n  Readme and readme\n',
      );
      repo.write('Readme', 'wrecked\n');
      await restores(repo, ['--', 'Readme']);
    }));

  it('refuses a checkpoint that keeps words only', () =>
    withRepo(async (repo) => {
      repo.write('file', '1\n');
      repo.commit('begin');
      repo.write('file', '2\n');
      await runMain(repo, ['save', '-m', 'words', '--mode', 'summary']);
      const run = await runMain(repo, ['restore', '1', '--yes']);
      assert.is(run.status, 128);
      assert.match(run.stderr, 'fatal: checkpoint 1 keeps words only; it has no files to restore');
      assert.is(read(repo, 'file'), '2\n');
    }));

  it('leaves submodules alone and says so', () =>
    withRepo(async (repo) => {
      repo.git('init', '--quiet', '../library');
      repo.git('-C', '../library', 'commit', '--quiet', '--allow-empty', '-m', 'one');
      repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../library', 'library');
      repo.write('file', '1\n');
      repo.commit('begin');
      await save(repo);
      repo.git('-C', 'library', 'commit', '--quiet', '--allow-empty', '-m', 'two');
      const two = repo.git('-C', 'library', 'rev-parse', 'HEAD');
      repo.write('file', '2\n');
      const run = await runMain(repo, ['restore', '1', '--yes']);
      assert.is(run.stdout, 'Restored checkpoint 1: 1 file written, 0 deleted, tree verified.\n');
      assert.match(run.stderr, 'Left alone: library (a submodule');
      assert.is(repo.git('-C', 'library', 'rev-parse', 'HEAD'), two);
      assert.ok(existsSync(join(repo.root, 'library/.git')));
    }));

  it('stops when a file changes after the plan was made', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      repo.write('b', '1\n');
      await save(repo);
      repo.write('a', '2\n');
      repo.write('b', '2\n');
      await withOpen(repo, async (repository) => {
        const plan = await planRestore(repository, { checkpoint: checkpointNumber(1) });
        repo.write('b', 'edited while the user was thinking\n');
        const failure = await applyRestore(repository, plan).catch((error: Error) => error);
        assert.instance(failure, Failure);
        assert.is((failure as Failure).message, 'the working tree changed after the restore was planned');
      });
      assert.is(read(repo, 'a'), '2\n');
      assert.is(read(repo, 'b'), 'edited while the user was thinking\n');
    }));
});
