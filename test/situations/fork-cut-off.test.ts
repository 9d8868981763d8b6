import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as assert from 'uvu/assert';
import { twoTurns } from '../support/claude-session.ts';
import { killAt } from '../support/kill-restore.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

const FILES = 2000;

describe('a fork that is killed', (it) => {
  it('is named by doctor as long as something of it is left, and by nobody when it was whole', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      for (let at = 0; at < FILES; at += 1) repo.write(`more/file-${at}`, `later ${at}\n`);
      await runMain(repo, ['save', '-m', 'more files']);
      const folder = `${repo.root}-cut-off`;
      const isBegun = () => existsSync(folder) || repo.git('branch', '--list', 'cut-off') !== '';
      const named = async () => (await runMain(repo, ['doctor'])).stdout.includes('a fork of checkpoint 3 was cut off');
      for (let milliseconds = 0; !isBegun(); milliseconds += 25) {
        await killAt(repo, ['fork', '3', '--branch', 'cut-off'], { after: 'start', milliseconds });
        // A git that is killed while it makes the branch leaves its lock, and would refuse each later try.
        rmSync(join(repo.root, '.git/refs/heads/cut-off.lock'), { force: true });
      }
      assert.ok(await named());
      rmSync(folder, { recursive: true, force: true });
      // git keeps a worktree locked until it has made all of it.
      rmSync(join(repo.root, '.git/worktrees', basename(folder), 'locked'), { force: true });
      repo.git('worktree', 'prune');
      repo.git('branch', '-D', 'cut-off');
      assert.not.ok(await named());
      const again = await runMain(repo, ['fork', '3', '--branch', 'cut-off']);
      assert.is(again.status, 0, again.stderr);
      assert.not.ok(await named());
    }));
});
