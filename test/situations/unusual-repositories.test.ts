import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { fingerprint, saveIn } from '../support/open.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

/** Adds one as `sub`; answers the repository that it is a clone of. */
function addSubmodule(repo: TestRepo): TestRepo {
  const inner = testRepo(repo.home, join(repo.home, 'inner'));
  mkdirSync(inner.root);
  inner.git('init', '--quiet', '--initial-branch=main');
  inner.write('x', '1');
  inner.commit('inner');
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub');
  return inner;
}

describe('an unusual repository', (it) => {
  it('has no commit yet', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      const { checkpoint } = await saveIn(repo);
      assert.is(checkpoint.base, undefined);
      assert.is(repo.git('log', '-1', '--format=%P', 'refs/checkpoints/1'), '');
      assert.is(repo.git('show', 'refs/checkpoints/1:a'), '1');
      assert.is(checkpoint.note.context.branch, 'main');
    }));

  it('has no commit yet, and something staged that was edited since', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      repo.git('add', 'a');
      repo.write('a', '2\n');
      assert.is((await runMain(repo, ['save'])).status, 0);
      const { stdout } = await runMain(repo, ['show', '1']);
      assert.match(stdout, '\n  A a  +1 -0\n');
      repo.git('rm', '--quiet', '--force', 'a');
      assert.is((await runMain(repo, ['restore', '1', '--staged', '--yes'])).status, 0);
      assert.equal([repo.git('show', ':a'), readFileSync(join(repo.root, 'a'), 'utf8')], ['1', '2\n']);
    }));

  it('is empty', () =>
    withRepo(async (repo) => {
      const { checkpoint } = await saveIn(repo);
      assert.is(checkpoint.note.totals.files, 0);
      assert.is(repo.git('ls-tree', 'refs/checkpoints/1'), '');
      assert.not.match(repo.tryGit('fsck', '--strict').stderr, /missing|error/);
    }));

  it('has a detached HEAD', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      repo.git('checkout', '--quiet', '--detach');
      const { checkpoint } = await saveIn(repo);
      assert.is(checkpoint.note.context.branch, '');
      assert.is(checkpoint.base, repo.git('rev-parse', 'HEAD'));
    }));

  for (const engine of ['native', 'portable'])
    it(`is bare: its checkpoints can be read, and nothing else be done (${engine})`, () =>
      withRepo(async (repo) => {
        repo.write('a', 'one\n');
        repo.commit('base');
        repo.write('a', 'two\n');
        await checkpoint(repo, 'save', '-m', 'First');
        repo.write('a', 'three\n');
        await checkpoint(repo, 'save', '-m', 'Second');
        const bare = join(repo.home, 'bare.git');
        repo.git('clone', '--quiet', '--mirror', repo.root, bare);
        const env = { GIT_CHECKPOINT_ENGINE: engine, ...(engine === 'portable' ? { GIT_DIR: '.' } : {}) };
        const at = (...args: string[]) => runMain(repo, args, { cwd: bare, env });
        assert.match((await at('list')).stdout, /2 .* Second.*\n.*1 .* First/);
        assert.match((await at('list', '--flat')).stdout, 'Second');
        assert.match((await at('show', '1')).stdout, /^checkpoint 1 .*\nFirst\n/);
        assert.is((await at('show', '1:a')).stdout, 'two\n');
        assert.match((await at('diff', '1', '2')).stdout, '-two\n+three\n');
        assert.match((await at('grep', 'three')).stdout, '2:a:1: three');
        for (const args of [['save'], ['restore', '1', '--yes'], ['status'], ['diff', '1'], ['undo'], ['drop', '1']]) {
          const run = await at(...args);
          assert.equal([args[0], run.status, run.stdout], [args[0], 128, '']);
          assert.match(run.stderr, /fatal: this operation must be run in a work tree\nhint: A bare repository/);
        }
      }));

  it('is bare, and the user enters none that is not named', () =>
    withRepo(async (repo) => {
      repo.write('a', 'one\n');
      await checkpoint(repo, 'save', '-m', 'First');
      const bare = join(repo.home, 'bare.git');
      repo.git('clone', '--quiet', '--mirror', repo.root, bare);
      repo.git('config', '--global', 'safe.bareRepository', 'explicit');
      const run = await runMain(repo, ['list'], { cwd: bare });
      assert.equal([run.status, run.stdout], [128, '']);
      assert.match((await runMain(repo, ['list'], { cwd: bare, env: { GIT_DIR: bare } })).stdout, 'First');
    }));

  it('was moved: what was saved in it is still its own', () =>
    withRepo(async (repo) => {
      repo.write('a', 'one\n');
      await checkpoint(repo, 'save', '-m', 'First');
      const moved = { root: join(repo.home, 'moved'), env: repo.env };
      renameSync(repo.root, moved.root);
      assert.match(await checkpoint(moved, 'status'), /^On main, nothing changed since checkpoint 1 /);
    }));

  it('is none: a clear error', () =>
    withRepo(async (repo) => {
      const run = await runMain(repo, ['save'], { cwd: repo.home });
      assert.is(run.status, 128);
      assert.match(run.stderr, /fatal: not a git repository/);
      assert.match(run.stderr, /hint: .*git init/);
    }));

  it('is in the middle of a merge with conflicts', () =>
    withRepo(async (repo) => {
      repo.write('a', 'base\n');
      repo.commit('base');
      repo.git('checkout', '--quiet', '-b', 'other');
      repo.write('a', 'theirs\n');
      repo.commit('theirs');
      repo.git('checkout', '--quiet', 'main');
      repo.write('a', 'ours\n');
      repo.commit('ours');
      repo.tryGit('merge', 'other');
      const before = fingerprint(repo);
      const { checkpoint } = await saveIn(repo);
      assert.match(repo.git('show', 'refs/checkpoints/1:a'), /<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other/);
      assert.equal(checkpoint.note.context.git_status.conflicted, ['a']);
      assert.is(fingerprint(repo), before);
      assert.match(repo.git('status'), /Unmerged paths/);
    }));

  it('is in the middle of a rebase', () =>
    withRepo(async (repo) => {
      repo.write('a', 'base\n');
      repo.commit('base');
      repo.git('checkout', '--quiet', '-b', 'topic');
      repo.write('a', 'topic\n');
      repo.commit('topic');
      repo.git('checkout', '--quiet', 'main');
      repo.write('a', 'main\n');
      repo.commit('main');
      repo.git('checkout', '--quiet', 'topic');
      repo.tryGit('rebase', 'main');
      await saveIn(repo);
      assert.match(repo.git('show', 'refs/checkpoints/1:a'), /<<<<<<</);
      repo.write('a', 'resolved\n');
      repo.git('add', 'a');
      repo.git('-c', 'core.editor=true', 'rebase', '--continue');
      assert.is(repo.git('show', 'HEAD:a'), 'resolved');
    }));

  it('has changes staged outside of its sparse checkout: the snapshot has them', () =>
    withRepo(async (repo) => {
      repo.write('in/a', 'one\n');
      repo.write('out/b', 'one\n');
      repo.commit('one');
      repo.write('out/b', 'two\n');
      repo.commit('two');
      repo.git('sparse-checkout', 'set', 'in');
      repo.git('reset', '--quiet', '--soft', 'HEAD~1');
      await saveIn(repo);
      assert.is(repo.git('show', 'refs/checkpoints/1:out/b'), 'two');
    }));

  it('has a sparse checkout: files outside stay in the snapshot', () =>
    withRepo(async (repo) => {
      repo.write('in/a', '1');
      repo.write('out/b', '2');
      repo.commit('base');
      repo.git('sparse-checkout', 'set', 'in');
      repo.write('in/a', 'changed');
      const { checkpoint } = await saveIn(repo);
      assert.is(repo.git('show', 'refs/checkpoints/1:out/b'), '2');
      assert.equal(checkpoint.note.totals.files, 1);
    }));

  it('is a linked worktree: numbers are shared, the index is not', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      repo.git('worktree', 'add', '--quiet', join(repo.home, 'linked'), '-b', 'side');
      const linked = testRepo(repo.home, join(repo.home, 'linked'));
      linked.write('a', 'in the linked one');
      repo.write('a', 'in the main one');
      const first = await saveIn(linked);
      const second = await saveIn(repo);
      assert.is(first.checkpoint.number, 1);
      assert.is(second.checkpoint.number, 2);
      assert.is(first.checkpoint.note.context.branch, 'side');
      assert.is(first.checkpoint.note.context.worktree, linked.root);
      assert.is(repo.git('show', 'refs/checkpoints/1:a'), 'in the linked one');
      assert.is(repo.git('show', 'refs/checkpoints/2:a'), 'in the main one');
    }));

  it('has a link where a submodule was', () =>
    withRepo(async (repo) => {
      const inner = addSubmodule(repo);
      repo.commit('base');
      rmSync(join(repo.root, 'sub'), { recursive: true });
      symlinkSync(inner.root, join(repo.root, 'sub'));
      repo.write('a', 'work\n');
      await saveIn(repo);
      assert.is(repo.git('show', 'refs/checkpoints/1:a'), 'work');
      assert.match(repo.git('ls-tree', 'refs/checkpoints/1', 'sub'), /^120000 blob/);
      assert.match(await checkpoint(repo, 'resume'), 'Nothing changed since.');
    }));

  it('filters and converts line ends as git does', () =>
    withRepo(async (repo) => {
      repo.git('config', 'filter.upper.clean', 'tr a-z A-Z');
      repo.git('config', 'filter.upper.smudge', 'cat');
      repo.write('.gitattributes', '*.up filter=upper\n*.txt text eol=crlf\n');
      repo.commit('base');
      repo.write('x.up', 'shout\n');
      repo.write('y.txt', 'one\r\ntwo\r\n');
      await saveIn(repo);
      assert.is(repo.git('show', 'refs/checkpoints/1:x.up'), 'SHOUT');
      assert.is(repo.git('show', 'refs/checkpoints/1:y.txt'), 'one\ntwo');
    }));

  it('refuses to add line ends that do not come back: they are saved as git would store them', () =>
    withRepo(async (repo) => {
      repo.git('config', 'core.autocrlf', 'true');
      repo.git('config', 'core.safecrlf', 'true');
      repo.write('unix', 'one\ntwo\n');
      assert.is(repo.tryGit('add', 'unix').status, 128);
      await saveIn(repo);
      assert.is(repo.git('show', 'refs/checkpoints/1:unix'), 'one\ntwo');
    }));

  for (const [name, setup] of [
    ['a split index', ['update-index', '--split-index']],
    ['an index of version 4', ['update-index', '--index-version', '4']],
    ['an untracked cache', ['update-index', '--force-untracked-cache']],
  ] as const) {
    it(`has ${name}`, () =>
      withRepo(async (repo) => {
        for (let at = 0; at < 20; at += 1) repo.write(`dir${at % 3}/file${at}`, `${at}\n`);
        repo.commit('base');
        repo.git(...setup);
        repo.write('dir1/file4', 'changed\n');
        repo.write('new', 'x\n');
        const before = fingerprint(repo);
        const { checkpoint } = await saveIn(repo);
        assert.is(checkpoint.note.totals.files, 2);
        assert.is(repo.git('show', 'refs/checkpoints/1:dir1/file4'), 'changed');
        assert.is(fingerprint(repo), before);
      }));
  }

  it('sorts differences by a file that is not there', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      repo.commit('base');
      repo.write('a', '2\n');
      repo.git('config', 'diff.orderFile', '.order');
      assert.is(repo.tryGit('diff').status, 128);
      await saveIn(repo);
      assert.is(repo.git('show', 'refs/checkpoints/1:a'), '2');
    }));

  it('splits every index: nothing of the private one stays', () =>
    withRepo(async (repo) => {
      repo.git('config', 'core.splitIndex', 'true');
      repo.write('a', '1\n');
      repo.commit('base');
      const halves = () => readdirSync(join(repo.root, '.git')).filter((name) => name.startsWith('sharedindex'));
      const before = halves();
      assert.is(before.length, 1);
      repo.write('a', '2\n');
      repo.git('add', 'a');
      repo.write('b', 'new\n');
      assert.equal(halves(), before);
      await saveIn(repo);
      assert.equal(halves(), before);
      assert.is(repo.git('show', 'refs/checkpoints/1:b'), 'new');
    }));

  it('no longer tracks a file that is still there: untracked and ignored files count as such', () =>
    withRepo(async (repo) => {
      for (const path of ['.env', 'x.log', 'gone-from-index', 'ignored']) repo.write(path, 'in HEAD\n');
      repo.commit('base');
      repo.git('rm', '--quiet', '--cached', '.env', 'x.log', 'gone-from-index', 'ignored');
      repo.write('.gitignore', 'ignored\n');
      for (const path of ['.env', 'x.log', 'gone-from-index', 'ignored']) repo.write(path, 'now\n');
      const { checkpoint, skipped } = await saveIn(repo);
      assert.is(repo.git('ls-tree', '-r', '--name-only', checkpoint.tree), '.gitignore\ngone-from-index');
      assert.equal(skipped.map(({ path, why }) => [path, why]).sort(), [
        ['.env', 'secret'],
        ['x.log', 'excluded'],
      ]);
      repo.write('gone-from-index', 'edited\n');
      const run = await runMain(repo, ['restore', '1', '--yes']);
      assert.match(run.stdout, '1 file written, 0 deleted, tree verified');
      assert.is(readFileSync(join(repo.root, 'ignored'), 'utf8'), 'now\n');
    }));

  it('was told not to look at a staged file: the snapshot has it as the index does', () =>
    withRepo(async (repo) => {
      repo.write('base', '1\n');
      repo.commit('base');
      repo.write('staged', 'in the index\n');
      repo.write('assumed', 'in the index\n');
      repo.git('add', '-A');
      repo.git('update-index', '--skip-worktree', 'staged');
      repo.git('update-index', '--assume-unchanged', 'assumed');
      rmSync(join(repo.root, 'staged'));
      repo.write('assumed', 'on the disk\n');
      repo.write('base', '2\n');
      const { checkpoint } = await saveIn(repo);
      for (const path of ['staged', 'assumed'])
        assert.is(repo.git('show', `${checkpoint.commit}:${path}`), 'in the index');
      repo.write('base', '3\n');
      const run = await runMain(repo, ['restore', '1', '--yes']);
      assert.match(run.stdout, '1 file written, 0 deleted, tree verified');
    }));

  it('counts in SHA-256', () =>
    withRepo(
      async (repo) => {
        repo.write('a', '1\n');
        repo.commit('base');
        repo.write('a', '2\n');
        const { checkpoint } = await saveIn(repo, { summary: 'Long ids' });
        await saveIn(repo);
        assert.is(checkpoint.commit.length, 64);
        assert.is(repo.git('rev-parse', 'refs/checkpoints/1'), checkpoint.commit);
        assert.match(repo.git('notes', '--ref=checkpoints', 'show', 'refs/checkpoints/1'), /^summary: Long ids$/m);
        assert.match(repo.tryGit('fsck', '--strict').stderr, /^$/);
      },
      ['--object-format=sha256'],
    ));

  it("belongs to somebody else: git's own message, with the way out", () =>
    withRepo(async (repo) => {
      if (process.getuid?.() !== 0) return;
      repo.write('a', '1');
      chownSync(repo.root, 12345, 12345);
      chownSync(join(repo.root, '.git'), 12345, 12345);
      const run = await runMain(repo, ['save']);
      assert.is(run.status, 128);
      assert.match(run.stderr, /dubious ownership/);
      assert.match(run.stderr, /safe\.directory/);
    }));

  it('is saved from a subdirectory', () =>
    withRepo(async (repo) => {
      repo.write('top', '1');
      repo.write('sub/dir/x', '2');
      const run = await runMain(repo, ['save', '-m', 'From below'], { cwd: join(repo.root, 'sub/dir') });
      assert.is(run.status, 0, run.stderr);
      assert.is(repo.git('show', 'refs/checkpoints/1:top'), '1');
    }));

  it('has no identity set', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      const {
        GIT_AUTHOR_NAME: _a,
        GIT_AUTHOR_EMAIL: _b,
        GIT_COMMITTER_NAME: _c,
        GIT_COMMITTER_EMAIL: _d,
        ...env
      } = repo.env;
      const run = await runMain({ root: repo.root, env }, ['save', '-m', 'Nobody']);
      assert.is(run.status, 0, run.stderr);
      assert.is(
        repo.git('log', '-1', '--format=%an <%ae>', 'refs/checkpoints/1'),
        'git-checkpoint <git-checkpoint@localhost>',
      );
    }));

  it('ignores an index and object directory that the environment names', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      const env = { GIT_INDEX_FILE: join(repo.home, 'elsewhere'), GIT_OBJECT_DIRECTORY: join(repo.home, 'objects') };
      const run = await runMain(repo, ['save'], { env });
      assert.is(run.status, 0, run.stderr);
      assert.is(repo.git('show', 'refs/checkpoints/1:a'), '1');
    }));

  it('ignores a configuration that the environment names for `git config` alone, then and later', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      writeFileSync(join(repo.home, 'other'), '[checkpoint]\n\tmode = summary\n');
      for (const env of [{ GIT_CONFIG: join(repo.home, 'other') }, {}]) {
        const run = await runMain(repo, ['config', 'get', 'mode'], { env });
        assert.is(run.stdout, 'stateful\n', run.stderr);
      }
    }));

  it('is named by GIT_DIR and GIT_WORK_TREE', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      const env = { GIT_DIR: join(repo.root, '.git'), GIT_WORK_TREE: repo.root };
      const run = await runMain(repo, ['save'], { cwd: repo.home, env });
      assert.is(run.status, 0, run.stderr);
      assert.is(repo.git('show', 'refs/checkpoints/1:a'), '1');
    }));

  it('has a GIT_WORK_TREE that is not there', () =>
    withRepo(async (repo) => {
      const run = await runMain(repo, ['list'], { env: { GIT_WORK_TREE: join(repo.home, 'nowhere') } });
      assert.is(run.status, 128);
      assert.match(run.stderr, /^fatal: there is no directory '.*nowhere'\n/);
    }));

  it('has a file that may not be read', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.write('closed', '2');
      chmodSync(join(repo.root, 'closed'), 0);
      const run = await runMain(repo, ['save', '--json']);
      assert.is(run.status, 0, run.stderr);
      const { skipped } = JSON.parse(run.stdout);
      // Root may read everything.
      if (process.getuid?.() !== 0) assert.equal(skipped, [{ path: 'closed', size: 1, why: 'unreadable' }]);
      else assert.equal(skipped, []);
    }));

  it('has files that git cannot store: they are left out and named, all others are kept', () =>
    withRepo(async (repo) => {
      repo.git('config', 'filter.gone.clean', 'no-such-program');
      repo.git('config', 'filter.gone.required', 'true');
      repo.write('.gitattributes', '*.filtered filter=gone\n*.wide working-tree-encoding=UTF-16\n');
      for (const name of ['a', 'b', 'c', 'd', 'e']) repo.write(`${name}.txt`, `${name}\n`);
      repo.write('c.filtered', 'three');
      // An odd number of bytes is no UTF-16.
      repo.write('d.wide', 'odd');
      const run = await runMain(repo, ['save', '--json']);
      assert.is(run.status, 0, run.stderr);
      const { skipped, totals } = JSON.parse(run.stdout);
      assert.equal(skipped, [
        { path: 'c.filtered', size: 5, why: 'unstorable' },
        { path: 'd.wide', size: 3, why: 'unstorable' },
      ]);
      assert.is(totals.files, 6);
      const kept = repo.git('ls-tree', '--name-only', 'refs/checkpoints/1').split('\n');
      assert.equal(kept, ['.gitattributes', 'a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']);
      const verified = await runMain(repo, ['verify']);
      assert.is(verified.status, 128);
      assert.match(verified.stderr, 'fatal: cannot compare: c.filtered cannot be stored by git');
    }));

  it("runs no hook of the user's", () =>
    withRepo(async (repo) => {
      for (const hook of ['post-index-change', 'reference-transaction', 'pre-commit', 'post-commit']) {
        writeFileSync(join(repo.root, '.git/hooks', hook), `#!/bin/sh\ntouch "${repo.home}/ran-${hook}"\n`, {
          mode: 0o755,
        });
      }
      repo.write('a', '1');
      assert.is((await runMain(repo, ['save'])).status, 0);
      assert.throws(() => readFileSync(join(repo.home, 'ran-reference-transaction')), /ENOENT/);
      assert.throws(() => readFileSync(join(repo.home, 'ran-post-index-change')), /ENOENT/);
    }));
});
