import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

function begin(repo: TestRepo): void {
  repo.write('folder/inside', 'one\n');
  repo.write('file', 'two\n');
  symlinkSync('file', join(repo.root, 'link'));
  repo.commit('begin');
}

async function savedPaths(repo: TestRepo): Promise<string[]> {
  await checkpoint(repo, 'save', '-m', 'types');
  const lines = repo.git('ls-tree', '-r', '--format=%(objectmode) %(path)', 'refs/checkpoints/1').split('\n');
  return lines.filter((line) => line !== '');
}

describe('a path that changed its type', (it) => {
  it('is saved when a folder became a symbolic link out of the working tree', () =>
    withRepo(async (repo) => {
      begin(repo);
      rmSync(join(repo.root, 'folder'), { recursive: true });
      symlinkSync(repo.home, join(repo.root, 'folder'));
      assert.equal(await savedPaths(repo), ['100644 file', '120000 folder', '120000 link']);
    }));

  it('is saved when a folder became a file and a file became a folder', () =>
    withRepo(async (repo) => {
      begin(repo);
      rmSync(join(repo.root, 'folder'), { recursive: true });
      repo.write('folder', 'now a file\n');
      rmSync(join(repo.root, 'file'));
      repo.write('file/below', 'now below\n');
      assert.equal(await savedPaths(repo), ['100644 file/below', '100644 folder', '120000 link']);
    }));

  it('is saved when a folder became a link to itself', () =>
    withRepo(async (repo) => {
      begin(repo);
      rmSync(join(repo.root, 'folder'), { recursive: true });
      symlinkSync('folder', join(repo.root, 'folder'));
      assert.equal(await savedPaths(repo), ['100644 file', '120000 folder', '120000 link']);
    }));

  it('is saved when an empty folder stands where a file was', () =>
    withRepo(async (repo) => {
      begin(repo);
      rmSync(join(repo.root, 'file'));
      mkdirSync(join(repo.root, 'file'));
      assert.equal(await savedPaths(repo), ['100644 folder/inside', '120000 link']);
    }));
});
