import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { withOpen } from '../support/open.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** A git in front of the real one that does not know an option. */
function without(repo: TestRepo, option: string): Record<string, string> {
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
  const folder = join(repo.home, 'old');
  mkdirSync(folder);
  const script = `#!/bin/sh\ncase " $* " in *" ${option} "*) echo "$*" >> '${folder}/refused'; exit 129;; esac\nexec '${real}' "$@"\n`;
  writeFileSync(join(folder, 'git'), script, { mode: 0o755 });
  return { ...repo.env, PATH: `${folder}:${repo.env['PATH']}` };
}

describe('a git whose cat-file takes no commands', (it) => {
  it('is asked once, and then for names alone', () =>
    withRepo(async (repo) => {
      const commit = repo.commit('One');
      const env = without(repo, '--batch-command');
      await withOpen({ ...repo, env }, async ({ engine }) => {
        const names = Array.from({ length: 400 }, () => commit);
        for (let round = 0; round < 2; round += 1) {
          const found = await engine.readObjects([...names, '1'.repeat(40)]);
          assert.is(found.filter((object) => object?.oid === commit).length, 400);
          assert.is(found.at(-1), undefined);
        }
      });
      assert.is(readFileSync(join(repo.home, 'old', 'refused'), 'utf8').split('\n').length, 2);
    }));
});
