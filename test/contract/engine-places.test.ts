import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { discover as discoverNative } from '../../src/git/native/discover.ts';
import { discover as discoverPortable } from '../../src/git/portable/discover.ts';
import { fixedWorld } from '../support/fixed-world.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

async function sameFrom(repo: TestRepo, directory: string, env: Record<string, string> = {}): Promise<void> {
  const world = fixedWorld(directory, { env: { ...repo.env, ...env } });
  assert.equal(discoverPortable(directory, world), await discoverNative(directory, world));
}

describe('both engines find the same repository', (it) => {
  it('from its top, from a folder inside, and from a linked worktree', () =>
    withRepo(async (repo) => {
      repo.write('deep/er/file.txt', 'x\n');
      repo.commit('ground');
      repo.git('worktree', 'add', '--quiet', '-b', 'side', '../side');
      await sameFrom(repo, repo.root);
      await sameFrom(repo, join(repo.root, 'deep/er'));
      await sameFrom(repo, join(repo.home, 'side/deep'));
    }));

  it('by GIT_DIR and GIT_WORK_TREE', () =>
    withRepo(async (repo) => {
      repo.write('deep/file.txt', 'x\n');
      repo.commit('ground');
      mkdirSync(join(repo.home, 'elsewhere'));
      const gitDir = join(repo.root, '.git');
      await sameFrom(repo, repo.root, { GIT_DIR: gitDir });
      await sameFrom(repo, repo.root, { GIT_DIR: '.git' });
      await sameFrom(repo, join(repo.root, 'deep'), { GIT_DIR: gitDir, GIT_WORK_TREE: repo.root });
      await sameFrom(repo, join(repo.home, 'elsewhere'), {
        GIT_DIR: gitDir,
        GIT_WORK_TREE: join(repo.home, 'elsewhere'),
      });
    }));

  it('by core.worktree', () =>
    withRepo(async (repo) => {
      repo.commit('ground');
      mkdirSync(join(repo.home, 'tree'));
      repo.git('config', 'core.worktree', join(repo.home, 'tree'));
      await sameFrom(repo, join(repo.home, 'tree'), { GIT_DIR: join(repo.root, '.git') });
    }));
});
