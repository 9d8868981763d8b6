import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { checkpointCount, fire, journal } from '../support/hook-session.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const event = (repo: TestRepo, name: string, more = {}) =>
  fire(repo, { hook_event_name: name, ...more }, { agent: 'generic' });

function withWork(use: (repo: TestRepo) => Promise<void>): Promise<void> {
  return withRepo(async (repo) => {
    repo.write('a.txt', 'one\n');
    repo.commit('begin');
    repo.write('a.txt', 'one\ntwo\n');
    await use(repo);
  });
}

describe('hooks of a program of its own', (it) => {
  it('save before a clear although nobody saved before', () =>
    withWork(async (repo) => {
      await event(repo, 'before_clear');
      assert.is(checkpointCount(repo), 1);
      const after = await event(repo, 'after_clear', { session_id: 'session-2' });
      assert.match(after.notice, /^Work was not saved yet\. Files changed: 1, Lines added: 1, Lines removed: 0\n/);
      assert.match(after.context, 'Resumed from checkpoint: ');
    }));

  it('save at the end of a session, and nothing when nothing changed', () =>
    withWork(async (repo) => {
      await event(repo, 'session_start');
      await event(repo, 'session_end');
      await event(repo, 'session_end', { session_id: 'session-2' });
      assert.is(checkpointCount(repo), 1);
    }));

  it('hear of a context that grew by two percent within moments', () =>
    withWork(async (repo) => {
      assert.is((await event(repo, 'context_threshold', { percent: 69 })).notice, '');
      assert.match((await event(repo, 'context_threshold', { percent: 71 })).notice, /^Context 71% full\./);
      const [saved] = JSON.parse(await checkpoint(repo, 'list', '--json'));
      assert.is(saved.trigger, 'threshold');
    }));

  it('take no busy machine for a save that failed', () =>
    withWork(async (repo) => {
      const input = JSON.stringify({ hook_event_name: 'session_end', cwd: repo.root, session_id: 'session-1' });
      const { stdout } = await runMain(repo, ['hook', 'generic'], { input, startSelf: () => sleep(1500) });
      assert.match(journal(repo), 'session-end: took longer than');
      assert.is(stdout, '{}\n');
      assert.not(existsSync(join(repo.root, '.git', 'git-checkpoint', 'unsaved')));
    }));
});
