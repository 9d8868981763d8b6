import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpointCount, end, fire, prompt, start, stop } from '../support/hook-session.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** A session writes src/cache.js in its only turn; then somebody does something by hand, and clears. */
async function afterwards(repo: TestRepo, byHand: () => void): Promise<string> {
  repo.write('README.md', 'begin\n');
  repo.commit('begin');
  await fire(repo, start('startup'));
  await fire(repo, prompt('1'));
  repo.write('src/cache.js', 'export const cache = new Map();\n');
  await fire(repo, stop('1'));
  assert.is(checkpointCount(repo), 1);
  byHand();
  await fire(repo, end('clear'));
  const { context } = await fire(repo, start('clear', 'session-2'));
  assert.not.match(context, 'Nothing changed since');
  return context;
}

const GONE = 'Gone since: src/cache.js. `git checkpoint show 1 -- PATH` prints one';

describe('what somebody did by hand before /clear', (it) => {
  it('is told when it was a reset', () =>
    withRepo(async (repo) => {
      const context = await afterwards(repo, () => {
        repo.git('reset', '--quiet', '--hard');
        repo.git('clean', '-fdq');
      });
      assert.match(context, 'Since checkpoint 1, the last one with work of the session:');
      assert.match(context, GONE);
      assert.match(context, 'The working tree was reset (`git reset`).');
    }));

  it('is told when it was a stash', () =>
    withRepo(async (repo) => {
      const context = await afterwards(repo, () => repo.git('stash', '--quiet', '--include-untracked'));
      assert.match(context, GONE);
      assert.match(context, /Changes were stashed: 'WIP on main: .* begin' \(`git stash list`\)/);
      assert.not.match(context, 'was reset');
    }));

  it('is told when it was a commit', () =>
    withRepo(async (repo) => {
      const context = await afterwards(repo, () => repo.commit('Add the cache'));
      assert.match(context, /HEAD moved by 1 commit: \w+ Add the cache\./);
      assert.match(context, 'Already committed: src/cache.js.');
    }));

  it('is told when it was a commit and another branch', () =>
    withRepo(async (repo) => {
      const context = await afterwards(repo, () => {
        repo.git('branch', 'old');
        repo.commit('Add the cache');
        repo.git('switch', '--quiet', 'old');
      });
      assert.match(context, 'The branch is now old, it was main.');
      assert.match(context, GONE);
    }));

  it('is told when it was a rebase that is still in progress', () =>
    withRepo(async (repo) => {
      const context = await afterwards(repo, () => {
        repo.commit('Add the cache');
        repo.git('switch', '--quiet', '--create', 'other', 'HEAD~1');
        repo.write('src/cache.js', 'export const cache = {};\n');
        repo.commit('Another cache');
        repo.tryGit('rebase', 'main');
      });
      assert.match(context, 'A rebase is in progress.');
    }));

  it('is told again as long as no session did any work since', () =>
    withRepo(async (repo) => {
      await afterwards(repo, () => rmSync(join(repo.root, 'src/cache.js')));
      await fire(repo, end('clear', 'session-2'));
      const { context } = await fire(repo, start('clear', 'session-3'));
      assert.match(context, GONE);
      await fire(repo, { ...prompt('2'), session_id: 'session-3' });
      repo.write('src/other.js', 'other\n');
      await fire(repo, { ...stop('2'), session_id: 'session-3' });
      await fire(repo, end('clear', 'session-3'));
      assert.match((await fire(repo, start('clear', 'session-4'))).context, 'Nothing changed since.');
    }));

  it('is not told of what the session itself did in a turn that was interrupted', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await fire(repo, start('startup'));
      await fire(repo, prompt('1'));
      repo.write('a.txt', 'one\n');
      await fire(repo, stop('1'));
      await fire(repo, prompt('2'));
      repo.write('b.txt', 'two\n');
      await fire(repo, end('clear'));
      assert.match((await fire(repo, start('clear', 'session-2'))).context, 'Nothing changed since.');
    }));
});
