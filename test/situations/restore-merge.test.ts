import { chmodSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { saveIn } from '../support/open.ts';
import { readTree } from '../support/random-tree.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const read = (repo: TestRepo, path: string) => readFileSync(join(repo.root, path), 'utf8');
const lines = (...texts: string[]) => `${texts.join('\n')}\n`;

describe('restore --merge', (it) => {
  it("brings the checkpoint's changes in and keeps edits made since", () =>
    withRepo(async (repo) => {
      repo.write('both', lines('one', 'two', 'three', 'four', 'five'));
      repo.write('theirs', 'old\n');
      repo.write('ours', 'old\n');
      repo.write('gone', 'old\n');
      repo.write('script', 'old\n');
      repo.commit('begin');
      repo.write('both', lines('ONE', 'two', 'three', 'four', 'five'));
      repo.write('theirs', 'from the checkpoint\n');
      repo.write('new', 'from the checkpoint\n');
      rmSync(join(repo.root, 'gone'));
      chmodSync(join(repo.root, 'script'), 0o755);
      await saveIn(repo);
      repo.git('checkout', '--quiet', '--force', 'HEAD');
      rmSync(join(repo.root, 'new'));
      repo.write('both', lines('one', 'two', 'three', 'four', 'FIVE'));
      repo.write('ours', 'edited since\n');
      repo.write('script', 'edited since\n');
      const run = await runMain(repo, ['restore', '1', '--merge', '--yes']);
      assert.is(run.stdout, 'Restored checkpoint 1: 4 files written, 1 deleted, tree verified.\n');
      assert.is(run.status, 0);
      assert.equal(Object.fromEntries(readTree(repo.root)), {
        both: `file ${lines('ONE', 'two', 'three', 'four', 'FIVE')}`,
        new: 'file from the checkpoint\n',
        ours: 'file edited since\n',
        script: 'exec edited since\n',
        theirs: 'file from the checkpoint\n',
      });
    }));

  it('marks conflicts as git does, loses nothing and exits 1', () =>
    withRepo(async (repo) => {
      repo.write('text', lines('one', 'two', 'three'));
      repo.write('binary', '\0old');
      repo.write('deleted-here', 'old\n');
      repo.write('deleted-there', 'old\n');
      repo.write('type', 'old\n');
      repo.commit('begin');
      repo.write('text', lines('one', 'theirs', 'three'));
      repo.write('binary', '\0theirs');
      repo.write('deleted-here', 'theirs\n');
      rmSync(join(repo.root, 'deleted-there'));
      repo.write('added', 'theirs\n');
      repo.write('clash/below', 'theirs\n');
      rmSync(join(repo.root, 'type'));
      symlinkSync('text', join(repo.root, 'type'));
      await saveIn(repo);
      repo.git('checkout', '--quiet', '--force', 'HEAD');
      repo.git('clean', '--quiet', '-fd');
      repo.write('text', lines('one', 'ours', 'three'));
      repo.write('binary', '\0ours');
      rmSync(join(repo.root, 'deleted-here'));
      repo.write('deleted-there', 'ours\n');
      repo.write('added', 'ours\n');
      repo.write('clash', 'a file now\n');
      repo.write('type', 'ours\n');
      const before = readTree(repo.root);
      const run = await runMain(repo, ['restore', '1', '--merge', '--yes']);
      assert.is(run.status, 1);
      assert.match(run.stdout, 'tree verified');
      assert.is(
        read(repo, 'text'),
        lines('one', '<<<<<<< now', 'ours', '=======', 'theirs', '>>>>>>> checkpoint 1', 'three'),
      );
      assert.is(read(repo, 'added'), lines('<<<<<<< now', 'ours', '=======', 'theirs', '>>>>>>> checkpoint 1'));
      assert.is(read(repo, 'binary'), '\0ours');
      assert.is(read(repo, 'deleted-here'), 'theirs\n');
      assert.is(read(repo, 'deleted-there'), 'ours\n');
      assert.is(read(repo, 'clash'), 'a file now\n');
      assert.is(read(repo, 'type'), 'ours\n');
      const told = run.stderr.split('\n').filter((line) => line.startsWith('CONFLICT'));
      assert.equal(told.sort(), [
        'CONFLICT (binary): binary',
        'CONFLICT (content): added',
        'CONFLICT (content): text',
        'CONFLICT (deleted-here): deleted-here',
        'CONFLICT (deleted-there): deleted-there',
        'CONFLICT (folder): clash/below',
        'CONFLICT (type): type',
      ]);
      assert.is((await runMain(repo, ['undo'])).status, 0);
      assert.equal(readTree(repo.root), before);
    }));

  it('merges only the paths that are named', () =>
    withRepo(async (repo) => {
      repo.write('a', 'old\n');
      repo.write('b', 'old\n');
      repo.commit('begin');
      repo.write('a', 'new\n');
      repo.write('b', 'new\n');
      await saveIn(repo);
      repo.git('checkout', '--quiet', '--force', 'HEAD');
      await runMain(repo, ['restore', '1', '--merge', '--yes', '--', 'a']);
      assert.is(read(repo, 'a'), 'new\n');
      assert.is(read(repo, 'b'), 'old\n');
    }));
});

describe('restore --staged', (it) => {
  /** The index has one version, the working tree another, HEAD a third. */
  async function stage(repo: TestRepo): Promise<void> {
    repo.write('file', 'committed\n');
    repo.write('other', 'committed\n');
    repo.commit('begin');
    repo.write('file', 'staged\n');
    repo.write('other', 'staged\n');
    repo.git('add', '-A');
    repo.write('file', 'in the working tree\n');
    await saveIn(repo);
  }

  const staged = (repo: TestRepo, path: string) => repo.git('show', `:${path}`);

  it('puts the index back, and undo the index before', () =>
    withRepo(async (repo) => {
      await stage(repo);
      const saved = repo.git('write-tree');
      repo.write('file', 'wrecked\n');
      repo.git('add', '-A');
      const wrecked = repo.git('write-tree');
      const run = await runMain(repo, ['restore', '1', '--staged', '--yes']);
      assert.is(run.stdout, 'Restored checkpoint 1: 1 file written, 0 deleted, index put back, tree verified.\n');
      assert.is(repo.git('write-tree'), saved);
      assert.is(read(repo, 'file'), 'in the working tree\n');
      const undo = await runMain(repo, ['undo']);
      assert.is(
        undo.stdout,
        'Undid the restore of checkpoint 1: 1 file written, 0 deleted, index put back, tree verified.\n',
      );
      assert.is(repo.git('write-tree'), wrecked);
      assert.is(read(repo, 'file'), 'wrecked\n');
      await runMain(repo, ['undo']);
      assert.is(repo.git('write-tree'), saved);
    }));

  it('leaves the index alone without the option', () =>
    withRepo(async (repo) => {
      await stage(repo);
      repo.git('reset', '--quiet', '--hard');
      const bytes = readFileSync(join(repo.root, '.git/index'));
      const time = statSync(join(repo.root, '.git/index')).mtimeMs;
      await runMain(repo, ['restore', '1', '--yes']);
      assert.equal(readFileSync(join(repo.root, '.git/index')), bytes);
      assert.is(statSync(join(repo.root, '.git/index')).mtimeMs, time);
      assert.is(staged(repo, 'file'), 'committed');
    }));

  it('puts only the named paths of the index back', () =>
    withRepo(async (repo) => {
      await stage(repo);
      repo.git('reset', '--quiet', '--hard');
      await runMain(repo, ['restore', '1', '--staged', '--yes', '--', 'file']);
      assert.is(staged(repo, 'file'), 'staged');
      assert.is(staged(repo, 'other'), 'committed');
    }));

  it('says that a checkpoint has no index of its own', () =>
    withRepo(async (repo) => {
      repo.write('file', '1\n');
      repo.commit('begin');
      await saveIn(repo);
      repo.write('file', '2\n');
      const run = await runMain(repo, ['restore', '1', '--staged', '--yes']);
      assert.is(run.status, 0);
      assert.match(run.stderr, 'The checkpoint has no index of its own; the index was left alone.');
    }));

  it('respects the lock of a running git, and puts everything back', () =>
    withRepo(async (repo) => {
      await stage(repo);
      repo.git('reset', '--quiet', '--hard');
      repo.write('.git/index.lock', '');
      const run = await runMain(repo, ['restore', '1', '--staged', '--yes']);
      assert.is(run.status, 128);
      assert.match(
        run.stderr,
        /fatal: the index is locked: .*index\.lock exists\nhint: Everything was put back as it was\./,
      );
      assert.is(read(repo, 'file'), 'committed\n');
      rmSync(join(repo.root, '.git/index.lock'));
      assert.is(repo.git('status', '--porcelain'), '');
    }));
});
