import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestRepo, testRepo } from '../support/with-repo.ts';
import { ground, type Situation, someChanges } from './zoo.ts';

export const layouts: readonly Situation[] = [
  {
    name: 'a linked worktree',
    build(repo) {
      ground(repo);
      repo.git('worktree', 'add', '--quiet', '-b', 'side', '../side');
      const side = testRepo(repo.home, join(repo.home, 'side'));
      someChanges(side);
      return side;
    },
  },
  {
    name: 'a git folder apart from the working tree',
    build(repo) {
      ground(repo);
      repo.git('init', '--quiet', `--separate-git-dir=${join(repo.home, 'apart.git')}`);
      someChanges(repo);
      return undefined;
    },
  },
  {
    name: 'refs packed, changed and deleted since',
    build(repo) {
      ground(repo);
      for (const name of ['one', 'two', 'three']) repo.git('branch', name);
      repo.git('tag', '-a', 'v1', '-m', 'v1');
      repo.git('update-ref', 'refs/checkpoints/7', 'HEAD');
      repo.git('pack-refs', '--all');
      repo.git('branch', '--quiet', '-D', 'two');
      repo.write('readme.md', 'next\n');
      repo.commit('next');
      repo.git('branch', '--quiet', '-f', 'three');
      repo.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/one');
      return undefined;
    },
  },
  {
    name: 'an index of version 4',
    refused: /index of version 4/,
    build(repo) {
      ground(repo);
      const deep = `src/${'a-folder-with-a-long-name/'.repeat(8)}`;
      for (const name of ['one.txt', 'two.txt']) repo.write(deep + name, name);
      repo.git('add', 'src');
      repo.git('update-index', '--index-version', '4');
      someChanges(repo);
      return undefined;
    },
  },
  {
    name: 'an index of version 3, with an intent to add',
    build(repo) {
      ground(repo);
      repo.write('later.txt', 'later\n');
      repo.write('src/later.txt', 'later\n');
      repo.git('add', '--intent-to-add', 'later.txt', 'src/later.txt');
      repo.write('readme.md', 'staged\n');
      repo.git('add', 'readme.md');
      return undefined;
    },
  },
  {
    name: 'an intent to add that is marked unchanged',
    build(repo) {
      ground(repo);
      repo.write('new/later.txt', 'later\n');
      repo.git('add', '--intent-to-add', 'new/later.txt');
      repo.git('update-index', '--skip-worktree', 'new/later.txt');
      repo.write('.gitattributes', '*.md text\n');
      someChanges(repo);
      repo.git('add', 'readme.md');
      return undefined;
    },
  },
  {
    name: 'files marked unchanged and files not checked out',
    build(repo) {
      ground(repo);
      repo.git('update-index', '--assume-unchanged', 'readme.md');
      repo.git('update-index', '--skip-worktree', 'docs/guide.md');
      someChanges(repo);
      return undefined;
    },
  },
  {
    name: 'a sparse checkout',
    build(repo) {
      ground(repo);
      repo.git('sparse-checkout', 'set', '--no-cone', 'src/*');
      repo.write('src/main.ts', 'changed\n');
      repo.write('docs/guide.md', 'written by hand\n');
      return undefined;
    },
  },
  {
    name: 'a sparse checkout with changes staged outside of it',
    build(repo) {
      ground(repo);
      repo.write('docs/guide.md', 'other\n');
      repo.write('src/main.ts', 'other\n');
      repo.commit('other');
      repo.git('sparse-checkout', 'set', '--no-cone', 'src/*');
      repo.git('reset', '--soft', 'HEAD~1');
      return undefined;
    },
  },
  {
    name: 'a sparse checkout with attributes outside of its folders',
    build(repo) {
      ground(repo);
      repo.write('docs/.gitattributes', '*.md text eol=crlf\n');
      repo.commit('attributes');
      repo.git('sparse-checkout', 'set', '--cone', 'src');
      repo.write('src/main.ts', 'changed\n');
      return undefined;
    },
  },
  {
    name: 'files marked unchanged, staged before and edited after',
    build(repo) {
      ground(repo);
      for (const name of ['readme.md', 'docs/guide.md']) repo.write(name, 'staged\n');
      repo.git('add', '-A');
      repo.git('update-index', '--assume-unchanged', 'readme.md');
      repo.git('update-index', '--skip-worktree', 'docs/guide.md');
      for (const name of ['readme.md', 'docs/guide.md']) repo.write(name, 'edited\n');
      return undefined;
    },
  },
  {
    name: 'an index without known trees',
    build(repo) {
      ground(repo);
      repo.git('read-tree', '--empty');
      repo.git('add', '-A');
      repo.write('src/deep/er/leaf.ts', 'changed\n');
      return undefined;
    },
  },
  {
    name: 'a submodule that is clean',
    build(repo) {
      withSubmodule(repo);
      return undefined;
    },
  },
  {
    name: 'a submodule with a new commit and changes of its own',
    build(repo) {
      const module = withSubmodule(repo);
      module.write('inner.txt', 'next\n');
      module.commit('next');
      module.write('inner.txt', 'dirty\n');
      return undefined;
    },
  },
  {
    name: 'a submodule with an untracked file',
    build(repo) {
      withSubmodule(repo).write('untracked.txt', 'untracked\n');
      return undefined;
    },
  },
  {
    name: 'a submodule that is not checked out',
    build(repo) {
      withSubmodule(repo);
      repo.git('submodule', '--quiet', 'deinit', '--force', 'module');
      return undefined;
    },
  },
  {
    name: 'a submodule on a branch without a commit',
    build(repo) {
      withSubmodule(repo).git('checkout', '--quiet', '--orphan', 'new');
      return undefined;
    },
  },
  {
    name: 'repositories in the place of files',
    build(repo) {
      ground(repo);
      for (const name of ['readme.md', 'docs/guide.md']) {
        rmSync(join(repo.root, name));
        mkdirSync(join(repo.root, name));
        const inner = testRepo(repo.home, join(repo.root, name));
        inner.git('init', '--quiet');
        inner.write('file.txt', 'inner\n');
        if (name === 'readme.md') inner.commit('inner');
      }
      return undefined;
    },
  },
  {
    name: 'settings of the worktree itself',
    refused: /'[^']+', which ends lines in CRLF, which git converts/,
    build(repo) {
      ground(repo);
      repo.git('config', 'extensions.worktreeConfig', 'yes');
      repo.git('config', '--worktree', 'core.autocrlf', 'input');
      repo.write('crlf.txt', 'one\r\n');
      return undefined;
    },
  },
  {
    name: 'a repository inside the repository',
    build(repo) {
      ground(repo);
      mkdirSync(join(repo.root, 'vendor/inner'), { recursive: true });
      const inner = testRepo(repo.home, join(repo.root, 'vendor/inner'));
      inner.git('init', '--quiet');
      inner.write('file.txt', 'inner\n');
      mkdirSync(join(repo.root, 'broken/.git'), { recursive: true });
      repo.write('broken/file.txt', 'not a repository\n');
      repo.write('vendor/beside.txt', 'beside\n');
      return undefined;
    },
  },
];

function withSubmodule(repo: TestRepo): TestRepo {
  ground(repo);
  mkdirSync(join(repo.home, 'library'));
  const library = testRepo(repo.home, join(repo.home, 'library'));
  library.git('init', '--quiet', '--initial-branch=main');
  library.write('inner.txt', 'inner\n');
  library.commit('inner');
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../library', 'module');
  repo.commit('add the module');
  return testRepo(repo.home, join(repo.root, 'module'));
}
