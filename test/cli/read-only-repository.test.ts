import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { userJournal } from '../../src/local/hook-journal.ts';
import { start } from '../support/hook-session.ts';
import { bundleEnv, CLI, checkpoint } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { itWithTwoUsers } from '../support/two-users.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** Runs a command where .git can only be read, in a mount namespace of its own; undefined where the system has none for us. */
function readingOnly(repo: TestRepo, args: readonly string[], input = '') {
  const script = 'mount --bind .git .git && mount -o remount,bind,ro .git || exit 77; exec "$@"';
  const command = ['-rm', 'sh', '-c', script, 'sh', process.execPath, CLI, ...args];
  const options = { cwd: repo.root, env: bundleEnv(repo.env), encoding: 'utf8', input } as const;
  const run = spawnSync('unshare', command, options);
  return run.error !== undefined || run.status === 77 || run.stderr.startsWith('unshare:') ? undefined : run;
}

describe('a repository that can only be read', (it) => {
  itWithTwoUsers(it, 'is to blame, and no file of it, where its permissions are taken away', ({ victim }) => {
    const root = join(victim.home, 'work');
    victim.run(['sh', '-c', 'mkdir work && cd work && git init --quiet && echo one > a.txt']);
    victim.git(root, 'add', 'a.txt');
    victim.git(root, 'commit', '--quiet', '-m', 'first');
    assert.is(victim.checkpoint(root, ['save']).status, 0);
    victim.run(['sh', '-c', 'echo two > a.txt; chmod -R a-w .git'], { cwd: root });
    for (const args of [['save'], ['verify'], ['diff', '1'], ['restore', '1', '--yes']]) {
      const run = victim.checkpoint(root, args);
      assert.equal([args[0], run.status, run.stdout], [args[0], 128, '']);
      assert.match(run.stderr, 'fatal: cannot store a.txt: cannot copy the index: EACCES: permission denied\n');
      assert.match(run.stderr, 'hint: Is the disk full, is the repository read-only, or');
    }
    assert.is(victim.run(['cat', 'a.txt'], { cwd: root }).stdout, 'two\n');
    for (const folder of ['git-checkpoint', 'objects', 'refs']) {
      victim.run(['sh', '-c', `chmod -R u+w .git; chmod -R a-w .git/${folder}`], { cwd: root });
      const doctor = victim.checkpoint(root, ['doctor']);
      assert.is(doctor.status, 1);
      assert.match(doctor.stdout, `.git/${folder} can only be read: nothing can be saved`);
    }
  });

  it('is told as that, and not as a defect of ours', async () => {
    await withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('first');
      const first = readingOnly(repo, ['save']);
      if (first === undefined) return;
      const why = `cannot write an object into ${repo.root}/.git/objects`;
      const hint = 'hint: Is the disk full, or the repository read-only? Nothing was saved and nothing was lost.';
      assert.equal([first.status, first.stderr], [128, `fatal: ${why}\n${hint}\n`]);
      checkpoint(repo, 'save');
      const save = readingOnly(repo, ['save']);
      assert.equal([save?.status, save?.stderr], [128, `fatal: ${why}\n${hint}\n`]);
      // What is staged goes through an index of its own.
      repo.write('a.txt', 'two\n');
      repo.git('add', 'a.txt');
      const copying = 'cannot copy the index: EROFS: read-only file system';
      assert.match(readingOnly(repo, ['save'])?.stderr ?? '', `fatal: cannot store a.txt: ${copying}\n`);
      assert.not.match(readingOnly(repo, ['doctor', '--repair'])?.stderr ?? '', 'defect');
      const watch = readingOnly(repo, ['watch', '--session', 'run', '--', 'true']);
      assert.is(watch?.status, 0);
      assert.match(watch?.stderr ?? '', `warning: could not save: cannot store a.txt: ${copying}\n`);
      const doctor = readingOnly(repo, ['doctor']);
      assert.is(doctor?.status, 1);
      assert.match(doctor?.stdout ?? '', '.git can only be read: nothing can be saved');
    });
  });

  it('has a status, which says that changes cannot be told', async () => {
    await withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('first');
      checkpoint(repo, 'save', '-m', 'Half of the parser');
      repo.write('a.txt', 'two\n');
      const status = readingOnly(repo, ['status']);
      if (status === undefined) return;
      assert.is(status.status, 0);
      assert.match(
        status.stdout.replace(/\s+/g, ' '),
        /^On main, unknown changes \(cannot store a\.txt: .*\) since checkpoint 1 /,
      );
      const {
        problem,
        changes,
        checkpoint: newest,
      } = JSON.parse(readingOnly(repo, ['status', '--json'])?.stdout ?? '');
      assert.equal([newest.number, changes, /^cannot store a\.txt/.test(problem)], [1, [], true]);
      assert.match(readingOnly(repo, ['status', '--short'])?.stdout ?? '', /^◆1 \S+ ✎\?\n$/);
      assert.is(readingOnly(repo, ['handoff', '1', '--to', 'codex', '--print'])?.status, 0);
    });
  });

  it('is resumed all the same, by the command and by the hooks', async () => {
    await withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      checkpoint(repo, 'save', '-m', 'Half of the parser', '--next', 'Write the other half');
      const resumed = readingOnly(repo, ['resume']);
      if (resumed === undefined) return;
      assert.match(resumed.stdout, 'Write the other half');
      const payload = JSON.stringify({ cwd: repo.root, ...start('startup') });
      for (const part of ['1/1', '1/2']) {
        const started = readingOnly(repo, ['hook', 'claude-code', '--part', part], payload);
        assert.is(started?.status, 0);
        assert.match(started?.stdout ?? '', 'Write the other half');
      }
      assert.match(
        readFileSync(userJournal({ env: repo.env }), 'utf8'),
        /claude-code session-start: E.*git-checkpoint/,
      );
      const second = readingOnly(repo, ['hook', 'claude-code', '--part', '2/2'], payload);
      assert.equal([second?.status, second?.stdout], [0, '']);
    });
  });
});
