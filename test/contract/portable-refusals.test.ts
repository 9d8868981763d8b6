import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { fixedWorld } from '../support/fixed-world.ts';
import { openPortableIn } from '../support/open-portable.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

const portable = { GIT_CHECKPOINT_ENGINE: 'portable' };

/** Saves with the portable engine, expects a refusal, and that the repository is as it was. */
async function refuses(repo: TestRepo, words: RegExp, args: readonly string[] = ['save', '-m', 'x']): Promise<void> {
  const state = () => repo.git('count-objects', '-v') + repo.git('for-each-ref');
  const before = state();
  const run = await runMain(repo, args, { env: portable });
  assert.is(run.status, 128, run.stdout);
  assert.match(run.stderr, words);
  assert.match(run.stderr, /^hint: /m);
  assert.is(state(), before);
}

async function saves(repo: TestRepo): Promise<void> {
  const run = await runMain(repo, ['save', '-m', 'x'], { env: portable });
  assert.is(run.status, 0, run.stderr);
}

function ground(repo: TestRepo): void {
  repo.write('a.txt', 'one\n');
  repo.write('src/b.txt', 'two\n');
  repo.commit('ground');
}

describe('the portable engine refuses by name, and writes nothing,', (it) => {
  it('a SHA-256 repository', () =>
    withRepo(
      async (repo) => {
        repo.write('a.txt', 'one\n');
        await refuses(repo, /SHA-256/);
      },
      ['--object-format=sha256'],
    ));

  it('refs in the reftable format', () =>
    withRepo(async (repo) => {
      ground(repo);
      repo.write('.git/config', '[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefStorage = reftable\n');
      const run = await runMain(repo, ['save'], { env: portable });
      assert.is(run.status, 128);
      assert.match(run.stderr, /reftable/);
    }));

  it('an extension of the repository format that it does not know', () =>
    withRepo(async (repo) => {
      ground(repo);
      repo.write('.git/config', '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tfuture = 1\n');
      const run = await runMain(repo, ['save'], { env: portable });
      assert.is(run.status, 128);
      assert.match(run.stderr, /extension 'future'/);
    }));

  it('a split index', () =>
    withRepo(async (repo) => {
      ground(repo);
      repo.git('update-index', '--split-index');
      repo.write('a.txt', 'changed\n');
      await refuses(repo, /split index[\s\S]*--no-split-index/);
    }));

  it('a sparse index', () =>
    withRepo(async (repo) => {
      ground(repo);
      repo.write('docs/deep/c.txt', 'three\n');
      repo.commit('docs');
      repo.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'src');
      await refuses(repo, /sparse index[\s\S]*--no-sparse-index/);
    }));

  it('a changed file in Git LFS, and saves while none is changed', () =>
    withRepo(async (repo) => {
      repo.write('.gitattributes', '*.psd filter=lfs diff=lfs merge=lfs -text\n');
      repo.write('image.psd', 'version https://git-lfs.github.com/spec/v1\n');
      repo.write('a.txt', 'one\n');
      repo.commit('ground');
      repo.write('a.txt', 'changed\n');
      await saves(repo);
      repo.write('image.psd', 'a new image, larger than the pointer was before it was changed\n');
      await refuses(repo, /'image\.psd', which is kept in Git LFS/);
    }));

  it('a changed file behind a filter program', () =>
    withRepo(async (repo) => {
      repo.write('.gitattributes', '*.vault filter=vault\n');
      ground(repo);
      repo.git('config', 'filter.vault.clean', 'tr a-z A-Z');
      repo.write('a.txt', 'changed\n');
      await saves(repo);
      repo.write('keys.vault', 'quiet\n');
      repo.write('a.txt', 'changed again\n');
      await refuses(repo, /'keys\.vault', which goes through the filter 'vault'/);
    }));

  it('a file in another encoding', () =>
    withRepo(async (repo) => {
      repo.write('.gitattributes', '*.rc working-tree-encoding=UTF-16LE\n');
      ground(repo);
      repo.write('menu.rc', Buffer.from('menu\n', 'utf16le'));
      await refuses(repo, /'menu\.rc', which has the encoding UTF-16LE/);
    }));

  it('what a partial clone has not fetched', () =>
    withRepo(async (repo) => {
      ground(repo);
      repo.write('a.txt', 'two\n');
      repo.commit('second');
      repo.git('config', 'uploadpack.allowFilter', 'true');
      repo.git('clone', '--quiet', '--filter=blob:none', '--no-checkout', `file://${repo.root}`, '../partial');
      const partial = testRepo(repo.home, join(repo.home, 'partial'));
      partial.git('read-tree', 'HEAD');
      partial.write('a.txt', 'changed\n');
      await refuses(partial, /partial clone that lacks the blob/);
    }));

  it('a repository that is shared between users', () =>
    withRepo(async (repo) => {
      ground(repo);
      repo.git('config', 'core.sharedRepository', 'group');
      repo.write('a.txt', 'changed\n');
      await refuses(repo, /core\.sharedRepository = group/);
    }));

  it('a pack index of the first version', () =>
    withRepo(async (repo) => {
      ground(repo);
      repo.git('-c', 'pack.indexVersion=1', 'repack', '--quiet', '-ad');
      repo.write('a.txt', 'changed\n');
      await refuses(repo, /not of version 2/);
    }));

  it('packs that would not fit into the memory of a container', () =>
    withRepo(async (repo) => {
      ground(repo);
      repo.write('a.txt', 'changed\n');
      const packs = join(repo.root, '.git/objects/pack');
      // Without an index git does not look at it; it takes no room on the disk.
      writeFileSync(join(packs, 'pack-1.pack'), '');
      truncateSync(join(packs, 'pack-1.pack'), 300 << 20);
      await refuses(repo, /packs that take 300 MB of memory \(256 MB at most\)/);
      truncateSync(join(packs, 'pack-1.pack'), 200 << 20);
      await saves(repo);
    }));

  it('a changed file that would not fit either', () =>
    withRepo(async (repo) => {
      repo.write('large.bin', 'small\n');
      ground(repo);
      truncateSync(join(repo.root, 'large.bin'), 65 << 20);
      await refuses(repo, /'large\.bin', which is larger than 64 MB/, ['save', '-m', 'x', '--max-size', '1g']);
    }));

  it('line ends that git would convert, on the way in and on the way out', () =>
    withRepo(async (repo) => {
      repo.write('.gitattributes', '*.bat text eol=crlf\n');
      ground(repo);
      repo.write('run.bat', 'one\r\n');
      await refuses(repo, /'run\.bat', which ends lines in CRLF/);
      repo.commit('bat');
      repo.write('run.bat', 'two\r\n');
      await runMain(repo, ['save', '-m', 'by git']);
      rmSync(join(repo.root, 'run.bat'));
      await refuses(repo, /'run\.bat', which gets its lines ended in CRLF/, ['restore', '1', '--yes']);
      assert.not(existsSync(join(repo.root, 'run.bat')));
    }));

  it('`diff --stat`, and a diff of very many lines', () =>
    withRepo(async (repo) => {
      const lines = (word: string) => Array.from({ length: 6000 }, (_, at) => `${word} ${at}\n`).join('');
      repo.write('long.txt', lines('old'));
      ground(repo);
      await saves(repo);
      repo.write('long.txt', lines('new'));
      await saves(repo);
      await refuses(repo, /diff --stat[\s\S]*Leave out --stat/, ['diff', '1', '2', '--stat']);
      await refuses(repo, /diff of 'long\.txt', in which more than 5000 lines changed/, ['diff', '1', '2']);
    }));

  it('a merge of files and a new linked worktree', () =>
    withRepo(async (repo) => {
      ground(repo);
      repo.write('a.txt', 'saved\n');
      await saves(repo);
      repo.write('a.txt', 'edited\n');
      const refs = repo.git('for-each-ref');
      const run = await runMain(repo, ['restore', '1', '--merge', '--yes'], { env: portable });
      assert.match(run.stderr, /three-way merge[\s\S]*hint: Restore without --merge/);
      const into = await runMain(repo, ['restore', '1', '--into', join(repo.home, 'aside'), '--yes'], {
        env: portable,
      });
      assert.match(into.stderr, /linked worktree[\s\S]*hint: .*--plain/);
      assert.not(existsSync(join(repo.home, 'aside')));
      assert.is(readFileSync(join(repo.root, 'a.txt'), 'utf8'), 'edited\n');
      assert.is(repo.git('for-each-ref'), refs);
    }));

  it('a bare repository, and a folder that is in none', () =>
    withRepo(async (repo) => {
      repo.git('clone', '--quiet', '--bare', '.', '../bare.git');
      const world = fixedWorld(repo.home, { env: repo.env });
      for (const [folder, words] of [
        [join(repo.home, 'bare.git'), /must be run in a work tree|not a git repository/],
        [repo.home, /not a git repository/],
      ] as const) {
        const failed = await openPortableIn(folder, world).then(
          () => 'opened',
          (error: Error) => error.message,
        );
        assert.match(failed, words);
      }
    }));
});
