import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { startCli } from '../support/start-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

/** Watches the repository under an id and kills the watch without a warning. */
async function crash(repo: TestRepo, id: string): Promise<void> {
  const run = startCli(repo, ['watch', '--session', id, '--interval', '1h']);
  await run.until(/0s {2}\d+ files? modified so far/);
  run.child.kill('SIGKILL');
  await once(run.child, 'close');
}

const found = async (repo: TestRepo, ...args: string[]) =>
  JSON.parse(await checkpoint(repo, 'recover', '--json', ...args)).sessions;

describe('git checkpoint recover', (it) => {
  it('says that nothing happened when nothing happened', () =>
    withRepo(async (repo) => {
      const run = await runMain(repo, ['recover']);
      assert.equal([run.status, run.stdout, run.stderr], [0, '', 'No crashed sessions found.\n']);
    }));

  it('tells when, where and what of a session that was killed', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await crash(repo, 'my-run');
      repo.write('a.txt', 'two\nthree\n');
      const [session, ...others] = await found(repo);
      assert.equal(others, []);
      assert.equal(
        [session.session, session.agent, session.branch, session.worktree, session.checkpoint, session.filesModified],
        ['my-run', 'watch', 'main', repo.root, 1, ['a.txt']],
      );
      assert.equal(session.workingTree, { kind: 'newer', files: 1, added: 2, removed: 1 });
      const { stdout } = await runMain(repo, ['recover']);
      assert.match(stdout, /^Session my-run \(watch\) was interrupted just now, after \d+s, on main$/m);
      assert.match(stdout, /^ {2}Last checkpoint +1, saved just now$/m);
      assert.match(stdout, /^ {2}Files modified +1: a\.txt$/m);
      assert.match(stdout, /^ {2}Unsaved +1 file, \+2 -1 since checkpoint 1$/m);
    }));

  it('saves what is there in the name of the dead session and asks no more', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await crash(repo, 'my-run');
      repo.write('a.txt', 'two\n');
      const [session] = await found(repo, '--save');
      assert.is(session.saved.number, 2);
      assert.is(repo.git('show', 'refs/checkpoints/2:a.txt'), 'two');
      const note = JSON.parse(await checkpoint(repo, 'list', '--json'))[0];
      assert.equal([note.trigger, note.session.id], ['recover', 'my-run']);
      assert.equal(await found(repo), []);
    }));

  it('makes no second checkpoint of the same state', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await crash(repo, 'my-run');
      assert.match(
        await checkpoint(repo, 'recover', '--save'),
        /Working tree +matches checkpoint 1\n.*\nNothing changed since checkpoint 1\n/,
      );
      assert.equal(await found(repo), []);
    }));

  it('forgets on demand, one session or all', () =>
    withRepo(async (repo) => {
      await crash(repo, 'one');
      await crash(repo, 'two');
      await checkpoint(repo, 'recover', '--forget', '--session', 'one');
      assert.equal(
        (await found(repo)).map(({ session }: { session: string }) => session),
        ['two'],
      );
      assert.is((await runMain(repo, ['recover', '--save', '--forget'])).status, 129);
      assert.is((await found(repo)).length, 1);
      await checkpoint(repo, 'recover', '--forget');
      assert.equal(await found(repo), []);
    }));

  it('finds a session of another worktree and saves it there', () =>
    withRepo(async (repo) => {
      repo.commit('first');
      repo.git('worktree', 'add', '-q', '-b', 'topic', join(repo.home, 'linked'));
      const linked = testRepo(repo.home, join(repo.home, 'linked'));
      linked.write('a.txt', 'one\n');
      await crash(linked, 'elsewhere');
      linked.write('a.txt', 'two\n');
      const [session] = await found(repo, '--save');
      assert.equal([session.branch, session.worktree, session.workingTree.kind], ['topic', linked.root, 'newer']);
      assert.is(repo.git('show', `refs/checkpoints/${session.saved.number}:a.txt`), 'two');
    }));

  it('says so when the worktree of the session is gone', () =>
    withRepo(async (repo) => {
      repo.commit('first');
      repo.git('worktree', 'add', '-q', join(repo.home, 'linked'));
      await crash(testRepo(repo.home, join(repo.home, 'linked')), 'elsewhere');
      rmSync(join(repo.home, 'linked'), { recursive: true });
      assert.match(await checkpoint(repo, 'recover', '--save'), /Working tree +no longer there/);
      assert.equal(await found(repo), []);
    }));
});
