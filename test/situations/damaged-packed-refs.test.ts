import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { saveIn } from '../support/open.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('a file of packed refs that a crash damaged', (it) => {
  it('is named by every command that reads it, as git stops at it; none takes the refs before the damage for all', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      for (const summary of ['one', 'two', 'three']) await saveIn(repo, { summary });
      repo.git('pack-refs', '--all');
      const path = join(repo.root, '.git/packed-refs');
      const whole = readFileSync(path);
      const cut = whole.subarray(0, whole.indexOf('refs/checkpoints/2'));
      for (const damaged of [
        cut,
        Buffer.alloc(whole.length),
        Buffer.concat([Buffer.alloc(512), cut, Buffer.from('\n')]),
      ]) {
        writeFileSync(path, damaged);
        for (const command of ['list', 'save', 'status', 'resume', 'verify', 'doctor']) {
          const run = await runMain(repo, [command]);
          assert.is(run.status, 128, `${command}: ${run.stdout}`);
          assert.match(run.stderr, 'packed-refs');
        }
      }
      writeFileSync(path, whole);
      assert.match((await runMain(repo, ['list'])).stdout, '3 checkpoints');
    }));
});
