import * as assert from 'uvu/assert';
import { discover } from '../../src/git/native/discover.ts';
import { openNative } from '../../src/git/native/engine.ts';
import { fixedWorld } from '../support/fixed-world.ts';
import { checkpoint } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

describe('what a checkpoint adds to what is known', (it) => {
  it('is the same by comparing trees as git finds by walking', () =>
    withRepo(async (repo) => {
      repo.write('src/deep/kept.txt', 'kept\n');
      repo.write('src/changed.txt', 'before\n');
      repo.commit('begin');
      repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
      repo.write('src/changed.txt', 'staged\n');
      repo.git('add', '-A');
      repo.write('src/changed.txt', 'after\n');
      repo.write('new/folder/ü.txt', 'new\n');
      await checkpoint(repo, '-m', 'one');
      assert.equal(await reached(repo, 'refs/checkpoints/1', []), walked(repo, 'refs/checkpoints/1'));
      // Made on a commit that is not known, and beside a checkpoint that is.
      repo.commit('second');
      repo.write('src/deep/kept.txt', 'other\n');
      await checkpoint(repo, '-m', 'two');
      assert.equal(await reached(repo, 'refs/checkpoints/2', []), walked(repo, 'refs/checkpoints/2'));
      repo.write('last.txt', 'last\n');
      await checkpoint(repo, '-m', 'three');
      const known = repo.git('rev-parse', 'refs/checkpoints/2');
      assert.equal(await reached(repo, 'refs/checkpoints/3', [known]), walked(repo, 'refs/checkpoints/3', known));
    }));
});

async function reached(repo: TestRepo, ref: string, known: readonly string[]): Promise<string[]> {
  const world = fixedWorld(repo.root, { env: repo.env });
  const engine = openNative(await discover(repo.root, world), world);
  try {
    const commit = repo.git('rev-parse', ref);
    const found = await engine.remote?.reachedBeyond([commit], ['refs/remotes/origin/', ...known]);
    return (found ?? []).map(({ oid, path }) => `${oid} ${path}`.trimEnd()).sort();
  } finally {
    await engine.close();
  }
}

function walked(repo: TestRepo, ref: string, ...known: readonly string[]): string[] {
  const lines = repo
    .git('-c', 'core.quotePath=false', 'rev-list', '--objects', ref, '--not', '--remotes', ...known)
    .split('\n');
  return lines.map((line) => line.trimEnd()).sort();
}
