import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { fire, start } from '../support/hook-session.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('what somebody planted in a repository', (it) => {
  it('cannot have a restore that was "cut off" touch anything outside of the working tree', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', '1\n');
      repo.commit('begin');
      await checkpoint(repo, '-m', 'one');
      const tree = repo.git('rev-parse', 'HEAD^{tree}');
      for (const path of ['../victim', '/etc/passwd', 'a/../../victim', '.git/config', 'x/.GIT/hooks/y']) {
        repo.write('../victim', 'precious\n');
        const named = { number: 1, uid: 'x' };
        const steps = [{ path, from: { mode: '100644', oid: repo.git('rev-parse', 'HEAD:a.txt') } }];
        const holder = { pid: 999_999, start: '1', host: '' };
        const more = { from: tree, to: tree, steps, untracked: [], unreadable: [] };
        const planted = { version: 1, kind: 'restore', holder, checkpoint: named, safety: named, ...more };
        writeFileSync(join(repo.root, '.git/git-checkpoint/restore.json'), JSON.stringify(planted));
        const run = await runMain(repo, ['restore', '1']);
        assert.is(run.status, 128, run.stdout);
        assert.match(run.stderr, 'which is outside of the working tree');
        assert.ok(existsSync(join(repo.home, 'victim')), path);
        assert.ok(existsSync(join(repo.root, '.git/config')));
      }
    }));

  it('runs no program from a folder that is itself a repository', () =>
    withRepo(async (repo) => {
      const trap = join(repo.home, 'archive');
      mkdirSync(trap);
      repo.git('init', '--quiet', '--bare', trap);
      const mark = join(repo.home, 'ran');
      repo.git('-C', trap, 'config', 'core.bare', 'false');
      repo.git('-C', trap, 'config', 'core.worktree', '..');
      repo.git('-C', trap, 'config', 'core.fsmonitor', `touch ${mark}; false`);
      for (const args of [['save'], ['resume'], ['status'], ['list']]) {
        const run = await runMain(repo, args, { cwd: trap });
        assert.is.not(run.status, 0, args[0]);
      }
      await fire(repo, start('startup'), { cwd: trap });
      assert.not.ok(existsSync(mark));
    }));
});
