import { spawnSync } from 'node:child_process';
import * as assert from 'uvu/assert';
import { bundleEnv, CLI, checkpoint } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** Runs a command where .git can only be read, in a mount namespace of its own; undefined where the system has none for us. */
function readingOnly(repo: TestRepo, args: readonly string[]) {
  const script = 'mount --bind .git .git && mount -o remount,bind,ro .git || exit 77; exec "$@"';
  const command = ['-rm', 'sh', '-c', script, 'sh', process.execPath, CLI, ...args];
  const options = { cwd: repo.root, env: bundleEnv(repo.env), encoding: 'utf8' } as const;
  const run = spawnSync('unshare', command, options);
  return run.error !== undefined || run.status === 77 || run.stderr.startsWith('unshare:') ? undefined : run;
}

describe('a repository that can only be read', (it) => {
  it('is told as that, and not as a defect of ours', async () => {
    await withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('first');
      const first = readingOnly(repo, ['save']);
      if (first === undefined) return;
      assert.match(first.stderr, /^fatal: .*\nhint: Is the disk full, or the repository read-only\?\n$/);
      checkpoint(repo, 'save');
      const why = 'cannot copy the index: EROFS: read-only file system';
      const save = readingOnly(repo, ['save']);
      assert.equal([save?.status, save?.stderr], [128, `fatal: ${why}\n`]);
      assert.not.match(readingOnly(repo, ['doctor', '--repair'])?.stderr ?? '', 'defect');
      const watch = readingOnly(repo, ['watch', '--session', 'run', '--', 'true']);
      assert.is(watch?.status, 0);
      assert.match(watch?.stderr ?? '', `warning: could not save: ${why}\nSession run: 0 checkpoints in 0s`);
    });
  });
});
