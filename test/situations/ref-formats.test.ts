import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** How this git can store refs, versions before 2.45 know one way, and how it can name objects. */
function formats(): string[][] {
  const knows = /--ref-format/.test(spawnSync('git', ['init', '-h'], { encoding: 'utf8' }).stdout);
  const refs = knows ? [['--ref-format=files'], ['--ref-format=reftable']] : [[]];
  return refs.flatMap((format) => [format, [...format, '--object-format=sha256']]);
}

const numbers = async (repo: TestRepo) =>
  JSON.parse(await checkpoint(repo, 'list', '--json')).map(({ number }: { number: number }) => number);

describe('a life of checkpoints', (it) => {
  for (const format of formats())
    it(`is whole in refs as \`${['git init', ...format].join(' ')}\` makes them`, () =>
      withRepo(async (repo) => {
        repo.write('a.txt', 'one\n');
        repo.commit('begin');
        for (const text of ['two\n', 'three\n', 'four\n']) {
          repo.write('a.txt', text);
          await checkpoint(repo, 'save', '-m', text.trim(), '--next', `Leave ${text.trim()}`);
        }
        await checkpoint(repo, 'drop', '2');
        assert.equal(await numbers(repo), [3, 1]);
        await checkpoint(repo, 'restore', '1', '--yes');
        assert.is(readFileSync(join(repo.root, 'a.txt'), 'utf8'), 'two\n');
        await checkpoint(repo, 'undo', '--yes');
        assert.is(readFileSync(join(repo.root, 'a.txt'), 'utf8'), 'four\n');
        repo.git('pack-refs', '--all');
        repo.git('gc', '--quiet', '--prune=now');
        assert.match(await checkpoint(repo, 'resume', '3'), 'Leave four');
        repo.write('a.txt', 'five\n');
        await checkpoint(repo, 'save', '-m', 'five');
        // The restore and the undo each left a safety checkpoint.
        assert.is((await numbers(repo))[0], 6);
        assert.is((await runMain(repo, ['doctor'])).status, 0);
        repo.git('fsck', '--strict');
      }, format));
});
