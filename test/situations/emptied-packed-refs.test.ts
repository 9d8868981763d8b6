import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { saveIn } from '../support/open.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** Four checkpoints, of which the second was dropped, all refs packed; answers the refs as they were. */
async function filled(repo: TestRepo): Promise<string> {
  repo.write('a', '1');
  repo.commit('base');
  for (const summary of ['one', 'two', 'three', 'four']) {
    repo.write('a', summary);
    await saveIn(repo, { summary });
  }
  await checkpoint(repo, 'drop', '2');
  repo.git('pack-refs', '--all');
  return refsOf(repo);
}

const refsOf = (repo: TestRepo) => repo.git('for-each-ref', 'refs/checkpoints/*', '--format=%(refname) %(objectname)');
const packed = (repo: TestRepo) => join(repo.root, '.git/packed-refs');
const COMMANDS = ['list', 'save', 'status', 'resume', 'verify', 'prune', 'usage', 'doctor'];

describe('a file of packed refs that a power cut emptied', (it) => {
  it('is named by every command, which git takes for no refs at all; none says that there are no checkpoints', () =>
    withRepo(async (repo) => {
      await filled(repo);
      writeFileSync(packed(repo), '');
      for (const command of COMMANDS) {
        const run = await runMain(repo, [command]);
        assert.is(run.status, 128, `${command}: ${run.stdout}${run.stderr}`);
        assert.match(run.stderr, 'packed-refs is damaged: it is empty');
        assert.match(run.stderr, 'git checkpoint doctor --repair');
      }
    }));

  for (const [how, cutTo] of [
    ['emptied', () => ''],
    ['cut', (text: string) => text.slice(0, text.indexOf('refs/checkpoints/3')).replace(/.*refs.heads.*\n/, '')],
    ['filled with nothing', (text: string) => '\0'.repeat(text.length)],
  ] as const)
    it(`and ${how}: doctor --repair brings every checkpoint back under its number, and no dropped one`, () =>
      withRepo(async (repo) => {
        const before = await filled(repo);
        const whole = readFileSync(packed(repo), 'utf8');
        const head = repo.git('rev-parse', 'HEAD');
        writeFileSync(packed(repo), cutTo(whole));
        const run = await runMain(repo, ['doctor', '--repair']);
        assert.is(refsOf(repo), before, `${run.stdout}${run.stderr}`);
        assert.match(run.stdout, 'brought back');
        assert.match(run.stdout, `git branch main ${head}`);
        repo.git('branch', 'main', head);
        repo.git('fsck', '--strict');
        const listed = (await checkpoint(repo, 'list', '--json')).trim();
        assert.equal(
          JSON.parse(listed).map(({ number, summary }: { number: number; summary: string }) => [number, summary]),
          [
            [4, 'four'],
            [3, 'three'],
            [1, 'one'],
          ],
        );
        repo.write('a', 'five');
        assert.is(Number((await saveIn(repo, { summary: 'five' })).checkpoint.number), 5);
      }));

  it('and then was written anew by git: list says that the refs are gone, and the way out; no number comes twice', () =>
    withRepo(async (repo) => {
      const before = await filled(repo);
      const head = repo.git('rev-parse', 'HEAD');
      rmSync(packed(repo));
      repo.git('branch', '--force', 'other', repo.git('rev-parse', before.split(' ').at(-1) ?? ''));
      repo.git('pack-refs', '--all');
      assert.ok(existsSync(packed(repo)));
      for (const command of ['list', 'doctor']) {
        const run = await runMain(repo, [command]);
        assert.ok(run.status > 0, command);
        assert.match(run.stdout + run.stderr, 'refs of the checkpoints are gone');
      }
      repo.write('a', 'five');
      assert.is(Number((await saveIn(repo, { summary: 'five' })).checkpoint.number), 5);
      assert.match((await runMain(repo, ['doctor'])).stdout, '3 checkpoints without a ref');
      await runMain(repo, ['doctor', '--repair']);
      repo.git('branch', 'main', head);
      assert.is(refsOf(repo).split('\n').slice(0, 3).join('\n'), before);
      assert.match((await runMain(repo, ['doctor'])).stdout, '4 checkpoints, notes and ledger OK');
    }));
});
