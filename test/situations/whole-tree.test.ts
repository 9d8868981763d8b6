import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpointNumber } from '../../src/core/number.ts';
import { verify } from '../../src/repository/compare.ts';
import { list } from '../../src/repository/list.ts';
import { fingerprint, saveIn, withOpen } from '../support/open.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** The tree that `git add -A` makes in an index of its own. */
function expectedTree(repo: TestRepo): string {
  const env = { ...repo.env, GIT_INDEX_FILE: join(repo.home, 'expected-index') };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repo.root, env, encoding: 'utf8' }).trim();
  git('add', '-A');
  return git('write-tree');
}

describe('a working tree with everything in it', (it) => {
  it('becomes the tree that git itself would make, and nothing is touched', () =>
    withRepo(async (repo) => {
      for (const name of ['kept', 'changed', 'gone', 'sub/deep/file', 'becomes-folder', 'staged', 'exec'])
        repo.write(name, `${name}\n`);
      repo.write('folder/becomes-file', 'x');
      repo.commit('base');
      repo.write('changed', 'other\n');
      rmSync(join(repo.root, 'gone'));
      rmSync(join(repo.root, 'becomes-folder'));
      repo.write('becomes-folder/inside', 'now a folder\n');
      rmSync(join(repo.root, 'folder'), { recursive: true });
      repo.write('folder', 'now a file\n');
      repo.write('staged', 'in the index\n');
      repo.git('add', 'staged');
      repo.write('staged', 'and further\n');
      chmodSync(join(repo.root, 'exec'), 0o755);
      symlinkSync('changed', join(repo.root, 'link'));
      symlinkSync('nowhere', join(repo.root, 'dangling'));
      repo.write('-leading-dash', 'a');
      repo.write('new\nline', 'b');
      repo.write('quo"te', 'c');
      repo.write('back\\slash', 'd');
      repo.write('*.ts', 'a star is no pattern');
      repo.write(':(top)magic', 'e');
      repo.write('Ünïcödé/日本', 'f');
      writeFileSync(Buffer.concat([Buffer.from(`${repo.root}/`), Buffer.from([0x62, 0xff, 0x64])]), 'not UTF-8');
      repo.write('.gitignore', 'ignored\n');
      repo.write('ignored', 'secretly here');
      mkdirSync(join(repo.root, 'empty'));
      const before = fingerprint(repo);

      const { checkpoint, skipped } = await saveIn(repo);

      assert.is(checkpoint.tree, expectedTree(repo));
      assert.equal(skipped, []);
      assert.is(fingerprint(repo), before);
      assert.is(repo.git('rev-parse', `${checkpoint.commit}^1`), repo.git('rev-parse', 'HEAD'));
      assert.is(repo.git('show', `${checkpoint.commit}^2:staged`), 'in the index');
      assert.match(repo.tryGit('fsck', '--strict').stderr, /^$/);
      await withOpen(repo, async (repository) => {
        assert.ok((await verify(repository, checkpointNumber(1))).same);
        assert.is((await list(repository)).length, 1);
      });
      assert.is(fingerprint(repo), before);
    }));

  it('sees an edit of the same size in the second of git add', () =>
    withRepo(async (repo) => {
      repo.write('a', 'one\n');
      const time = new Date(Math.floor(Date.now() / 1000) * 1000);
      utimesSync(join(repo.root, 'a'), time, time);
      repo.commit('base');
      repo.write('a', 'two\n');
      utimesSync(join(repo.root, 'a'), time, time);
      const { checkpoint } = await saveIn(repo);
      assert.is(repo.git('show', `${checkpoint.commit}:a`), 'two');
    }));

  it('has no second parent when nothing is staged', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      repo.write('a', '2');
      const { checkpoint } = await saveIn(repo);
      assert.is(repo.tryGit('rev-parse', '--verify', `${checkpoint.commit}^2`).status, 128);
    }));
});
