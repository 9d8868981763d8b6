import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { bash, checkpointCount, fire, prompt, start, stop } from '../support/hook-session.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const LOCK = 'refs/notes/checkpoints.lock';

/** A session with one checkpoint, and a lock in the way of the next. */
async function locked(repo: TestRepo, age = 0): Promise<string> {
  repo.commit('begin');
  await fire(repo, start('startup'));
  await turn(repo, '1');
  assert.is(checkpointCount(repo), 1);
  const lock = join(repo.root, '.git', LOCK);
  writeFileSync(lock, '');
  const time = new Date(Date.now() - age);
  utimesSync(lock, time, time);
  return lock;
}

async function turn(repo: TestRepo, id: string): Promise<string> {
  const { notice } = await fire(repo, prompt(id));
  repo.write('a.txt', `${id}\n`);
  await fire(repo, stop(id));
  return notice;
}

describe('a save that fails', (it) => {
  it('is told with the next prompt, once, with what to do; and so is that it works again', () =>
    withRepo(async (repo) => {
      const lock = await locked(repo);
      assert.is(await turn(repo, '2'), '');
      assert.match(await turn(repo, '3'), /^Not saved since \d\d:\d\d: .*lock.*`git checkpoint doctor`\.$/);
      assert.is(await turn(repo, '4'), '');
      assert.is(checkpointCount(repo), 1);
      rmSync(lock);
      assert.is(await turn(repo, '5'), '');
      assert.is(checkpointCount(repo), 2);
      assert.match(await turn(repo, '6'), /^Saved again: what was not saved since \d\d:\d\d is in a checkpoint\.$/);
      assert.is(await turn(repo, '7'), '');
    }));

  it('waits, and is done by the next session', () =>
    withRepo(async (repo) => {
      const lock = await locked(repo);
      await turn(repo, '2');
      rmSync(lock);
      await fire(repo, start('startup', 'session-2'));
      assert.is(checkpointCount(repo), 2);
    }));

  it('is mended by the next save when an old lock is in the way', () =>
    withRepo(async (repo) => {
      await locked(repo, 3 * 3_600_000);
      assert.is(await turn(repo, '2'), '');
      assert.is(checkpointCount(repo), 2);
      assert.is(await turn(repo, '3'), '');
    }));

  it('is told before a command that destroys work', () =>
    withRepo(async (repo) => {
      await locked(repo);
      repo.write('a.txt', 'in danger\n');
      assert.match((await fire(repo, bash('git reset --hard'))).notice, /^Not saved since \d\d:\d\d: /);
    }));
});
