import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestRepo, testRepo } from '../support/with-repo.ts';
import { ground, lines, type Situation, someChanges } from './zoo.ts';

export const histories: readonly Situation[] = [
  {
    name: 'an empty repository',
    build: () => undefined,
  },
  {
    name: 'an unborn branch with files, some staged',
    build(repo) {
      repo.write('a.txt', 'a\n');
      repo.write('b/c.txt', 'c\n');
      repo.git('add', 'a.txt');
      repo.write('a.txt', 'a, changed\n');
      return undefined;
    },
  },
  {
    name: 'a HEAD that is a symbolic link to an unborn branch',
    build(repo) {
      repo.write('a.txt', 'a\n');
      linkHead(repo);
      return undefined;
    },
  },
  {
    name: 'a HEAD that is a symbolic link to a packed branch',
    build(repo) {
      ground(repo);
      repo.git('pack-refs', '--all');
      linkHead(repo);
      someChanges(repo);
      return undefined;
    },
  },
  {
    name: 'a clean tree',
    build(repo) {
      ground(repo);
      return undefined;
    },
  },
  {
    name: 'edits, new files and deletions',
    build(repo) {
      ground(repo);
      someChanges(repo);
      return undefined;
    },
  },
  {
    name: 'staged and unstaged changes of one file',
    build(repo) {
      ground(repo);
      repo.write('readme.md', 'staged\n');
      repo.write('staged-only.txt', 'staged\n');
      repo.git('add', '-A');
      repo.write('readme.md', 'on top\n');
      repo.git('rm', '--quiet', '--cached', 'docs/guide.md');
      return undefined;
    },
  },
  {
    name: 'a file staged and removed again',
    build(repo) {
      ground(repo);
      repo.write('brief.txt', 'brief\n');
      repo.git('add', 'brief.txt');
      rmSync(join(repo.root, 'brief.txt'));
      return undefined;
    },
  },
  {
    name: 'a detached HEAD',
    build(repo) {
      ground(repo);
      repo.write('readme.md', 'second\n');
      repo.commit('second');
      repo.git('checkout', '--quiet', '--detach', 'HEAD~1');
      someChanges(repo);
      return undefined;
    },
  },
  {
    name: 'a merge with conflicts of every kind',
    build(repo) {
      for (const name of ['both', 'ours-gone', 'theirs-gone', 'calm']) repo.write(`${name}.txt`, `${name}\n`);
      repo.commit('base');
      repo.git('checkout', '--quiet', '-b', 'other');
      repo.write('both.txt', 'theirs\n');
      repo.write('ours-gone.txt', 'theirs\n');
      repo.write('added.txt', 'theirs\n');
      rmSync(join(repo.root, 'theirs-gone.txt'));
      repo.commit('theirs');
      repo.git('checkout', '--quiet', 'main');
      repo.write('both.txt', 'ours\n');
      repo.write('theirs-gone.txt', 'ours\n');
      repo.write('added.txt', 'ours\n');
      rmSync(join(repo.root, 'ours-gone.txt'));
      repo.commit('ours');
      repo.tryGit('merge', 'other');
      repo.write('calm.txt', 'not so calm\n');
      return undefined;
    },
  },
  {
    name: 'a rebase that stopped',
    build(repo) {
      ground(repo);
      repo.git('checkout', '--quiet', '-b', 'topic');
      repo.write('readme.md', 'topic\n');
      repo.commit('topic');
      repo.git('checkout', '--quiet', 'main');
      repo.write('readme.md', 'main\n');
      repo.commit('main');
      repo.git('checkout', '--quiet', 'topic');
      repo.tryGit('rebase', 'main');
      return undefined;
    },
  },
  {
    name: 'everything packed by gc, with deltas',
    build(repo) {
      ground(repo);
      for (let at = 0; at < 12; at += 1) {
        repo.write('src/main.ts', `${lines(400, 'code')}${lines(at, 'tail')}`);
        repo.write(`src/deep/f${at}.ts`, `${lines(50, 'f')}${at}\n`);
        repo.commit(`step ${at}`);
      }
      repo.git('tag', '-a', 'v1', '-m', 'v1');
      repo.git('gc', '--quiet', '--prune=now');
      someChanges(repo);
      return undefined;
    },
  },
  {
    name: 'a branch ahead of and behind its upstream',
    build(repo) {
      ground(repo);
      repo.git('clone', '--quiet', '.', '../clone');
      repo.write('readme.md', 'theirs\n');
      repo.commit('theirs');
      const clone = testRepo(repo.home, join(repo.home, 'clone'));
      clone.write('ours.txt', 'ours\n');
      clone.commit('ours one');
      clone.write('ours.txt', 'ours two\n');
      clone.commit('ours two');
      clone.git('fetch', '--quiet');
      return clone;
    },
  },
  {
    name: 'a shallow clone',
    build(repo) {
      for (let at = 0; at < 5; at += 1) {
        repo.write('a.txt', `${at}\n`);
        repo.commit(`${at}`);
      }
      repo.git('clone', '--quiet', '--depth=2', `file://${repo.root}`, '../shallow');
      const clone = testRepo(repo.home, join(repo.home, 'shallow'));
      clone.write('a.txt', 'changed\n');
      return clone;
    },
  },
  {
    name: 'a clone that borrows its objects',
    refused: /borrows objects/,
    build(repo) {
      ground(repo);
      repo.git('gc', '--quiet');
      repo.git('clone', '--quiet', '--shared', '.', '../borrower');
      const clone = testRepo(repo.home, join(repo.home, 'borrower'));
      someChanges(clone);
      return clone;
    },
  },
  {
    name: 'replaced objects',
    refused: /refs\/replace/,
    build(repo) {
      ground(repo);
      const before = repo.git('rev-parse', 'HEAD');
      repo.write('readme.md', 'other\n');
      repo.git('replace', before, repo.commit('other'));
      return undefined;
    },
  },
];

function linkHead(repo: TestRepo): void {
  const head = join(repo.root, '.git/HEAD');
  rmSync(head);
  symlinkSync('refs/heads/main', head);
}
