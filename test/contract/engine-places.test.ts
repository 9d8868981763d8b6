import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
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

  it('or none, where git does not look beyond a ceiling', () =>
    withRepo(async (repo) => {
      const { home, root } = repo;
      mkdirSync(join(root, 'outer/inner/deep'), { recursive: true });
      repo.git('init', '--quiet', 'outer');
      symlinkSync('repo', join(home, 'way'));
      symlinkSync('repo/outer/inner', join(home, 'short'));
      const folders = [root, join(root, 'outer'), join(root, 'outer/inner/deep'), join(home, 'short/deep')];
      const real = [home, root, `${root}/`, `${root}//`, join(root, 'outer'), join(root, 'outer/inner'), '/'];
      const odd = [join(home, 'way'), join(home, 'way/outer'), 'outer', '../repo', join(home, 'gone'), `${root}/out`];
      const ceilings = [...real, ...odd].flatMap((one) => [one, `:${one}`, `${home}/gone:${one}`, `${one}:`]);
      for (const directory of folders)
        for (const ceiling of [...ceilings, ':', `${root}:${root}/outer`, `${root}/outer:${root}`])
          await asGitFinds(repo, directory, { GIT_CEILING_DIRECTORIES: ceiling });
    }));
});

/** Both engines against git itself, which sees every folder as it really is. */
async function asGitFinds(repo: TestRepo, directory: string, more: Record<string, string>): Promise<void> {
  const env = { ...repo.env, ...more };
  const world = fixedWorld(directory, { env });
  const asked = spawnSync('git', ['rev-parse', '--show-toplevel', '--show-prefix'], { cwd: directory, env });
  const [root, prefix] = asked.stdout.toString().split('\n');
  const wanted = asked.status === 0 ? { root, prefix } : 'none';
  const told = `${relative(repo.home, directory)} below ${JSON.stringify(more)}`;
  for (const discover of [
    discoverNative,
    async (...args: Parameters<typeof discoverPortable>) => discoverPortable(...args),
  ]) {
    const found = await discover(directory, world).catch(() => undefined);
    const shown = found === undefined ? 'none' : { root: found.root, prefix: found.prefix };
    assert.equal(shown, wanted, told);
  }
}
