import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { emptyRepo, heldIn, nestedRepo, readFiles, submodule } from '../support/nested.ts';
import { fingerprint, saveIn } from '../support/open.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

const text = (repo: TestRepo, path: string) => readFileSync(join(repo.root, path), 'utf8');

/** Saves, has the working tree wrecked, restores and undoes: both must give every byte back. */
async function backAndForth(repo: TestRepo, wreck: () => void): Promise<string> {
  const saved = readFiles(repo.root);
  await saveIn(repo);
  wreck();
  const wrecked = readFiles(repo.root);
  const run = await runMain(repo, ['restore', '1', '--yes']);
  assert.is(run.status, 0, run.stderr);
  assert.match(run.stdout, 'tree verified');
  assert.equal(readFiles(repo.root), saved, 'restored');
  const undone = await runMain(repo, ['undo', '--yes']);
  assert.is(undone.status, 0, undone.stderr);
  assert.equal(readFiles(repo.root), wrecked, 'undone');
  return run.stdout + run.stderr;
}

describe('a repository inside of the working tree', (it) => {
  it('is captured with what it has uncommitted, and stays as it is', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      repo.commit('base');
      const nested = nestedRepo(repo, 'vendor/lib');
      nested.write('tracked', 'edited\n');
      nested.write('new', 'new\n');
      nested.write('.env', 'TOKEN=1\n');
      const before = fingerprint(nested);
      const { checkpoint, skipped } = await saveIn(repo);
      assert.is(fingerprint(nested), before);
      const [entry] = checkpoint.note.nested ?? [];
      assert.is(entry?.path, 'vendor/lib');
      assert.is(entry?.files, 2);
      assert.is(nested.git('rev-parse', `${entry?.commit}^{tree}`), entry?.tree);
      assert.is(nested.git('rev-parse', `${entry?.commit}^`), nested.git('rev-parse', 'HEAD'));
      assert.is(nested.git('show', `${entry?.commit}:tracked`), 'edited');
      assert.equal(heldIn(nested), [`refs/checkpoint-meta/nested/${entry?.commit}`]);
      assert.equal(skipped, [{ path: 'vendor/lib/.env', size: 8, why: 'secret' }]);
    }));

  it('comes back and goes again with the files around it', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      repo.commit('base');
      const nested = nestedRepo(repo, 'nested');
      nested.write('tracked', 'edited\n');
      nested.write('deep/new', 'new\n');
      await backAndForth(repo, () => {
        repo.write('a', '2\n');
        nested.write('tracked', 'other\n');
        rmSync(join(nested.root, 'deep'), { recursive: true });
        nested.write('later', 'later\n');
      });
    }));

  it('keeps what it holds through a gc that prunes everything', () =>
    withRepo(async (repo) => {
      repo.commit('base');
      const nested = nestedRepo(repo, 'nested');
      nested.write('tracked', 'edited\n');
      await backAndForth(repo, () => {
        nested.git('reset', '--quiet', '--hard');
        nested.git('gc', '--quiet', '--prune=now');
      });
    }));

  it('has no commit yet', () =>
    withRepo(async (repo) => {
      repo.commit('base');
      const nested = emptyRepo(repo, join(repo.root, 'nested'));
      nested.write('x', '1\n');
      await backAndForth(repo, () => nested.write('x', '2\n'));
    }));

  it('holds another one, which holds another one', () =>
    withRepo(async (repo) => {
      repo.commit('base');
      const one = nestedRepo(repo, 'one');
      const two = nestedRepo(repo, 'one/two');
      const three = nestedRepo(repo, 'one/two/three');
      for (const nested of [one, two, three]) nested.write('new', 'new\n');
      await backAndForth(repo, () => {
        for (const nested of [one, two, three]) nested.write('new', 'other\n');
      });
      assert.is(heldIn(three).length, 3);
    }));

  it('is a linked worktree of another one inside', () =>
    withRepo(async (repo) => {
      repo.commit('base');
      const main = nestedRepo(repo, 'main');
      main.git('worktree', 'add', '--quiet', '../linked');
      const linked = testRepo(repo.home, join(repo.root, 'linked'));
      main.write('tracked', 'in main\n');
      linked.write('tracked', 'in linked\n');
      await backAndForth(repo, () => {
        main.git('checkout', '--quiet', '.');
        linked.git('checkout', '--quiet', '.');
      });
    }));

  it('is another worktree of the repository itself, which has checkpoints of its own', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      repo.commit('base');
      repo.git('worktree', 'add', '--quiet', 'trees/other');
      repo.write('trees/other/a', '2\n');
      const { checkpoint, skipped } = await saveIn(repo);
      assert.is(checkpoint.note.nested, undefined);
      assert.equal(skipped, [{ path: 'trees/other', size: 0, why: 'nested-repository' }]);
    }));

  it('was deleted since: the rest comes back, and it is told', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      repo.commit('base');
      nestedRepo(repo, 'nested').write('tracked', 'edited\n');
      await saveIn(repo);
      rmSync(join(repo.root, 'nested'), { recursive: true });
      repo.write('a', '2\n');
      const run = await runMain(repo, ['restore', '1', '--yes']);
      assert.is(run.status, 0, run.stderr);
      assert.match(run.stderr, 'Left alone: nested (a repository that is not there any more)');
      assert.is(text(repo, 'a'), '1\n');
      assert.not.ok(existsSync(join(repo.root, 'nested')));
    }));

  it('came since: a restore leaves it alone and says so', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      repo.commit('base');
      await saveIn(repo);
      const nested = nestedRepo(repo, 'nested');
      nested.write('tracked', 'edited\n');
      repo.write('a', '2\n');
      const run = await runMain(repo, ['restore', '1', '--yes']);
      assert.match(run.stderr, 'Left alone: nested (a repository that was not there)');
      assert.is(text(nested, 'tracked'), 'edited\n');
    }));

  it('is only named where the user wants it so', () =>
    withRepo(async (repo) => {
      repo.commit('base');
      repo.git('config', 'checkpoint.nested', 'name');
      submodule(repo, 'sub').write('tracked', 'edited\n');
      const nested = nestedRepo(repo, 'nested');
      const { checkpoint, skipped } = await saveIn(repo);
      assert.is(checkpoint.note.nested, undefined);
      assert.equal(
        skipped.map(({ path, why }) => [path, why]),
        [
          ['nested', 'nested-repository'],
          ['sub', 'nested-repository'],
        ],
      );
      assert.equal(heldIn(nested), []);
    }));
});

describe('nested repositories without git', (it) => {
  it('come back with what they had uncommitted', () =>
    withRepo(async (repo) => {
      const sub = submodule(repo, 'sub');
      const nested = nestedRepo(repo, 'nested');
      const inner = nestedRepo(repo, 'nested/inner');
      for (const one of [sub, nested, inner]) one.write('tracked', 'edited\n');
      const portable = { ...repo, env: { ...repo.env, GIT_CHECKPOINT_ENGINE: 'portable' } };
      await backAndForth(portable, () => {
        for (const one of [sub, nested, inner]) one.write('tracked', 'other\n');
        nested.write('new', 'new\n');
      });
      assert.match((await runMain(portable, ['diff', '1'])).stdout, '+++ b/nested/inner/tracked');
      assert.is((await runMain(portable, ['verify', '1'])).status, 1);
    }));
});

describe('what another clone has of nested repositories', (it) => {
  it('is told as being elsewhere', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      repo.commit('base');
      nestedRepo(repo, 'nested').write('tracked', 'edited\n');
      await saveIn(repo);
      const clone = testRepo(repo.home, join(repo.home, 'clone'));
      repo.git('clone', '--quiet', repo.root, clone.root);
      clone.git('fetch', '--quiet', 'origin', 'refs/checkpoints/*:refs/checkpoints/*', 'refs/notes/*:refs/notes/*');
      nestedRepo(clone, 'nested').write('tracked', 'of the clone\n');
      clone.write('a', '2\n');
      const run = await runMain(clone, ['restore', '1', '--yes', '--trust']);
      assert.is(run.status, 0, run.stderr);
      assert.match(run.stderr, 'Left alone: nested (a repository whose content is in another clone)');
      assert.equal([text(clone, 'a'), text(clone, 'nested/tracked')], ['1\n', 'of the clone\n']);
      assert.is((await runMain(clone, ['verify', '1'])).status, 128);
    }));
});

describe('a submodule', (it) => {
  it('comes back with what it had uncommitted', () =>
    withRepo(async (repo) => {
      const sub = submodule(repo, 'sub');
      sub.write('tracked', 'edited\n');
      sub.write('new', 'new\n');
      await backAndForth(repo, () => {
        sub.git('checkout', '--quiet', '.');
        sub.git('clean', '--quiet', '-fd');
      });
    }));

  it('was clean, and is put back to that', () =>
    withRepo(async (repo) => {
      const sub = submodule(repo, 'sub');
      await backAndForth(repo, () => sub.write('tracked', 'edited\n'));
    }));

  it('stands on another commit: its files come back, its commit stays', () =>
    withRepo(async (repo) => {
      const sub = submodule(repo, 'sub');
      sub.write('tracked', 'second\n');
      const second = sub.commit('second');
      sub.write('tracked', 'edited on second\n');
      const told = await backAndForth(repo, () => {
        sub.git('checkout', '--quiet', '--force', 'HEAD^');
      });
      assert.match(told, 'Left alone: sub (a submodule; its commit is for git to check out)');
      assert.is.not(sub.git('rev-parse', 'HEAD'), second);
    }));

  it('stood on a commit that nothing else keeps', () =>
    withRepo(async (repo) => {
      const sub = submodule(repo, 'sub');
      sub.write('tracked', 'second\n');
      sub.commit('second');
      await backAndForth(repo, () => {
        sub.git('reset', '--quiet', '--hard', 'HEAD^');
        sub.git('reflog', 'expire', '--expire=now', '--all');
        sub.git('gc', '--quiet', '--prune=now');
      });
    }));

  it('is not checked out', () =>
    withRepo(async (repo) => {
      submodule(repo, 'sub');
      repo.git('submodule', '--quiet', 'deinit', '--force', 'sub');
      repo.write('a', '1\n');
      const { checkpoint, skipped } = await saveIn(repo);
      assert.equal([checkpoint.note.nested, skipped], [undefined, []]);
      repo.write('a', '2\n');
      assert.is((await runMain(repo, ['restore', '1', '--yes'])).status, 0);
      assert.is(text(repo, 'a'), '1\n');
    }));

  it('lies inside of a nested repository, where git does not look for changes', () =>
    withRepo(async (repo) => {
      repo.commit('base');
      const nested = nestedRepo(repo, 'nested');
      const sub = submodule(nested, 'sub');
      sub.write('tracked', 'edited\n');
      await backAndForth(repo, () => sub.git('checkout', '--quiet', '.'));
    }));
});
