import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { CLI } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** Runs a command where the folder for temporary files is a file system of one page, in a mount namespace of its own. */
function withoutRoom(repo: TestRepo, args: readonly string[]) {
  const folder = join(repo.home, 'tiny');
  mkdirSync(folder, { recursive: true });
  const script = 'mount -t tmpfs -o size=4k none "$TMPDIR" || exit 77; exec "$@"';
  const command = ['-rm', 'sh', '-c', script, 'sh', process.execPath, CLI, ...args];
  return spawnSync('unshare', command, { cwd: repo.root, env: { ...repo.env, TMPDIR: folder }, encoding: 'utf8' });
}

describe('a full folder for temporary files', (it) => {
  it('stops no save', async () => {
    await withRepo(async (repo) => {
      repo.commit('first');
      for (let at = 0; at < 200; at += 1) repo.write(`file-${at}.txt`, `content ${at}\n`);
      const run = withoutRoom(repo, ['save', '-m', 'No room']);
      // Not every system lets everybody have namespaces of their own.
      if (run.error !== undefined || run.status === 77 || run.stderr.startsWith('unshare:')) return;
      assert.is(run.status, 0, run.stderr);
      assert.is(repo.git('ls-tree', '-r', '--name-only', 'refs/checkpoints/1').split('\n').length, 200);
    });
  });
});
