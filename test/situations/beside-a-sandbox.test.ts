import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { ownName } from '../../src/local/owner.ts';
import { CLI } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('a save in a sandbox that sees no process of its host', (it) => {
  it('leaves what a command on the host works on', () =>
    withRepo((repo) => {
      const ours = `.git/git-checkpoint/index-${ownName()}-1`;
      repo.write('a.txt', 'one\n');
      repo.write(ours, '');
      const command = ['-rpf', '--mount-proc', process.execPath, CLI, 'save', '-m', 'inside'];
      const run = spawnSync('unshare', command, { cwd: repo.root, env: repo.env, encoding: 'utf8' });
      // Not every system lets everybody have namespaces of their own.
      if (run.error !== undefined || run.stderr.startsWith('unshare:')) return;
      assert.is(run.status, 0, run.stderr);
      assert.ok(existsSync(join(repo.root, ours)));
    }));
});
