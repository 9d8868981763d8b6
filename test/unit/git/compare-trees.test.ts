import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { compareTrees, findRenames } from '../../../src/git/compare-trees.ts';
import { locate, openEngine } from '../../../src/open/open-engine.ts';
import { fixedWorld } from '../../support/fixed-world.ts';
import { describe } from '../../support/suite.ts';
import { type TestRepo, withRepo } from '../../support/with-repo.ts';

async function compared(repo: TestRepo, from: string | undefined, to: string): Promise<string[]> {
  const world = fixedWorld(repo.root, { env: repo.env });
  const engine = await openEngine(await locate(repo.root, world), world);
  try {
    const changes = findRenames(await compareTrees(engine, from, to));
    return changes.map(
      ({ status, path, from: source }) => `${status} ${source === undefined ? '' : `${source} > `}${path}`,
    );
  } finally {
    await engine.close();
  }
}

describe('compareTrees', (it) => {
  it('finds what git finds: added, changed, deleted, moved, another type', () =>
    withRepo(async (repo) => {
      for (const path of ['keep/a', 'keep/b', 'old/name', 'gone/deep/x', 'turns', 'naïve file'])
        repo.write(path, `${path}\n`);
      repo.commit('before');
      repo.write('keep/a', 'changed\n');
      repo.write('new/name', 'old/name\n');
      repo.write('fresh', 'fresh\n');
      repo.write('naïve file', 'other\n');
      for (const path of ['old', 'gone', 'turns']) rmSync(join(repo.root, path), { recursive: true });
      repo.write('turns/into/folder', 'now a folder\n');
      repo.commit('after');
      const [from, to] = ['HEAD~1^{tree}', 'HEAD^{tree}'].map((name) => repo.git('rev-parse', name));
      assert.equal(await compared(repo, from, to ?? ''), [
        'added fresh',
        'deleted gone/deep/x',
        'modified keep/a',
        'modified naïve file',
        'renamed old/name > new/name',
        'deleted turns',
        'added turns/into/folder',
      ]);
    }));

  it('takes the absence of a tree for an empty one', () =>
    withRepo(async (repo) => {
      repo.write('a/b', 'x\n');
      repo.commit('only');
      assert.equal(await compared(repo, undefined, repo.git('rev-parse', 'HEAD^{tree}')), ['added a/b']);
    }));

  it('finds nothing between equal trees', () =>
    withRepo(async (repo) => {
      repo.write('a', 'x\n');
      repo.commit('only');
      assert.equal(await compared(repo, 'HEAD^{tree}', repo.git('rev-parse', 'HEAD^{tree}')), []);
    }));
});
