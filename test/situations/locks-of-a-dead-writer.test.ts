import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpoint } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('locks of a writer that was killed', (it) => {
  it('all go, also those that the next writer has no need of', () =>
    withRepo((repo) => {
      repo.write('work.txt', 'one\n');
      checkpoint(repo, '-m', 'one');
      const folder = join(repo.root, '.git');
      const dead = spawnSync('true').pid;
      mkdirSync(join(folder, 'git-checkpoint/writers'), { recursive: true });
      writeFileSync(join(folder, 'git-checkpoint/writers', `${dead}@${hostname()}+1`), '');
      mkdirSync(join(folder, 'refs/checkpoint-sync/origin/c'), { recursive: true });
      const refs = ['refs/notes/checkpoints', 'refs/checkpoints/1', 'refs/checkpoint-sync/origin/c/7'];
      const locks = refs.map((ref) => join(folder, `${ref}.lock`));
      for (const lock of locks) {
        writeFileSync(lock, '');
        utimesSync(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
      }
      repo.write('work.txt', 'two\n');
      checkpoint(repo, '-m', 'two');
      assert.equal(locks.map(existsSync), [false, false, false]);
      checkpoint(repo, 'drop', '1');
    }));
});
