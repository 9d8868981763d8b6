import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { Failure } from '../../src/core/failure.ts';
import { checkpointNumber } from '../../src/core/number.ts';
import type { GitEngine } from '../../src/git/engine.ts';
import { applyRestore } from '../../src/repository/restore.ts';
import { planRestore } from '../../src/restore/plan.ts';
import { saveIn, withOpen } from '../support/open.ts';
import { readTree } from '../support/random-tree.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const read = (repo: TestRepo, path: string) => readFileSync(join(repo.root, path), 'utf8');

/** Checkpoint 1 differs from what is there in every way: a file comes, one goes, two change, one becomes a folder. */
async function prepare(repo: TestRepo): Promise<void> {
  for (const path of ['a', 'b', 'comes', 'folder']) repo.write(path, 'good\n');
  await saveIn(repo);
  repo.write('a', 'wrecked\n');
  repo.write('b', 'wrecked\n');
  unlinkSync(join(repo.root, 'comes'));
  repo.write('goes', 'new\n');
  unlinkSync(join(repo.root, 'folder'));
  repo.write('folder/inside', 'new\n');
}

/** Restores checkpoint 1 through an engine with one part replaced, and answers how it failed. */
function restoreThrough(repo: TestRepo, change: (engine: GitEngine) => Partial<GitEngine>): Promise<Failure> {
  return withOpen(repo, async (repository) => {
    const plan = await planRestore(repository, { checkpoint: checkpointNumber(1) });
    const engine = { ...repository.engine, ...change(repository.engine) };
    const outcome = await applyRestore({ ...repository, engine }, plan).catch((error: unknown) => error);
    assert.instance(outcome, Failure);
    return outcome as Failure;
  });
}

describe('a restore that fails on its way', (it) => {
  it('says that nothing was changed when the files cannot be prepared', () =>
    withRepo(async (repo) => {
      await prepare(repo);
      const [before, refs] = [readTree(repo.root), repo.git('for-each-ref')];
      const failure = await restoreThrough(repo, ({ worktree }) => ({
        worktree: { ...worktree, checkoutFiles: () => Promise.reject(new Error('No space left on device')) },
      }));
      assert.equal([failure.message, failure.hint], ['No space left on device', 'Nothing was changed.']);
      assert.equal([readTree(repo.root), repo.git('for-each-ref')], [before, refs]);
    }));

  it('puts everything back when a file cannot be brought in', () =>
    withRepo(async (repo) => {
      await prepare(repo);
      const before = readTree(repo.root);
      let spoilt = false;
      const failure = await restoreThrough(repo, ({ worktree }) => ({
        worktree: {
          ...worktree,
          checkoutFiles: async (tree, folder, paths) => {
            await worktree.checkoutFiles(tree, folder, paths);
            if (!spoilt) unlinkSync(join(folder, 'folder'));
            spoilt = true;
          },
        },
      }));
      assert.match(failure.message, /^cannot restore folder: ENOENT/);
      assert.is(failure.hint, 'Everything was put back as it was.');
      assert.equal(readTree(repo.root), before);
      assert.not.ok(existsSync(join(repo.root, '.git/git-checkpoint/restore.json')));
      assert.is((await runMain(repo, ['restore', '1', '--yes'])).status, 0);
    }));

  it('keeps an edit that was made after the safety checkpoint, and puts the rest back', () =>
    withRepo(async (repo) => {
      await prepare(repo);
      const before = readTree(repo.root);
      const failure = await restoreThrough(repo, (engine) => ({
        moveRefs: async (steps) => {
          const done = await engine.moveRefs(steps);
          repo.write('b', 'edited in the last moment\n');
          return done;
        },
      }));
      assert.is(failure.message, 'b changed while the restore was under way');
      assert.is(
        failure.hint,
        'Everything was put back as it was, except what changed meanwhile: b. Checkpoint 2 has the rest.',
      );
      assert.is(read(repo, 'b'), 'edited in the last moment\n');
      repo.write('b', 'wrecked\n');
      assert.equal(readTree(repo.root), before);
    }));
});

describe('a restore between two file systems', (it) => {
  it('copies beside the file and renames', () =>
    withRepo(async (repo) => {
      const elsewhere = '/dev/shm';
      const apart = existsSync(elsewhere) && statSync(elsewhere).dev !== statSync(repo.root).dev;
      // Where there is only one file system, git's directory simply lies elsewhere on it.
      const gitDir = mkdtempSync(join(apart ? elsewhere : repo.home, 'git-checkpoint-test-'));
      try {
        rmSync(join(repo.root, '.git'), { recursive: true });
        repo.git('init', '--quiet', '--initial-branch=main', '--separate-git-dir', join(gitDir, 'git'));
        await prepare(repo);
        const before = readTree(repo.root);
        const run = await runMain(repo, ['restore', '1', '--yes']);
        assert.is(run.stdout, 'Restored checkpoint 1: 4 files written, 2 deleted, tree verified.\n');
        assert.is((await runMain(repo, ['undo'])).status, 0);
        assert.equal(readTree(repo.root), before);
      } finally {
        rmSync(gitDir, { recursive: true, force: true });
      }
    }));
});
