import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

async function twoSaved(repo: TestRepo): Promise<void> {
  repo.write('a', '1\n');
  repo.commit('base');
  for (const text of ['first', 'second']) {
    repo.write('a', `${text}\n`);
    await checkpoint(repo, '-m', text);
  }
}

async function numbers(repo: TestRepo): Promise<number[]> {
  return JSON.parse(await checkpoint(repo, 'list', '--json')).map((one: { number: number }) => one.number);
}

describe('git checkpoint log and undo', (it) => {
  it('lists every operation, and undo says which one it takes back', () =>
    withRepo(async (repo) => {
      await twoSaved(repo);
      await checkpoint(repo, 'keep', '1');
      await checkpoint(repo, 'drop', '2');
      const undone = await runMain(repo, ['undo']);
      assert.equal(
        [undone.status, undone.stdout, undone.stderr],
        [
          0,
          'Brought back checkpoint 2 "second"\n',
          'Undoing operation 4, drop of checkpoint 2 "second" (just now)\nRun `git checkpoint undo` again to redo.\n',
        ],
      );
      assert.equal(await numbers(repo), [2, 1]);
      assert.is(
        await checkpoint(repo, 'log'),
        `5  now  undo  of operation 4, checkpoint 2 "second"
4  now  drop  undone by 5: checkpoint 2 "second"
3  now  keep  checkpoint 1 "first"
2  now  save  checkpoint 2 "second"
1  now  save  checkpoint 1 "first"
`,
      );
      assert.is(JSON.parse(await checkpoint(repo, 'log', '--json', '-n', '1'))[0].of, 4);
    }));

  it('takes ranges, and undoes a drop of several at once', () =>
    withRepo(async (repo) => {
      await twoSaved(repo);
      for (const text of ['third', 'fourth']) await checkpoint(repo, '-m', text);
      await checkpoint(repo, 'drop', '2');
      assert.match(await checkpoint(repo, 'drop', '1..3'), /^Dropped checkpoint 1 .*\nDropped checkpoint 3 .*\n$/);
      assert.equal(await numbers(repo), [4]);
      assert.is(await checkpoint(repo, 'undo'), 'Brought back 2 checkpoints (1, 3)\n');
      assert.equal(await numbers(repo), [4, 3, 1]);
      assert.match((await runMain(repo, ['drop', '7-9'])).stderr, /no checkpoint from 7 to 9/);
    }));

  it('redoes by undoing an undo', () =>
    withRepo(async (repo) => {
      await twoSaved(repo);
      await checkpoint(repo, 'drop', '2');
      await checkpoint(repo, 'undo');
      const redone = await runMain(repo, ['undo']);
      assert.match(redone.stderr, 'Undoing operation 4, undo of operation 3');
      assert.is(redone.stdout, 'Dropped checkpoint 2 "second"\n');
      assert.equal(await numbers(repo), [1]);
      await checkpoint(repo, 'redo');
      assert.equal(await numbers(repo), [2, 1]);
    }));

  it('undoes an operation by its number, also a save', () =>
    withRepo(async (repo) => {
      await twoSaved(repo);
      await checkpoint(repo, 'keep', '1');
      assert.is(await checkpoint(repo, 'undo', '3'), 'No longer kept: checkpoint 1 "first"\n');
      assert.is(JSON.parse(await checkpoint(repo, 'show', '1', '--json')).kept ?? false, false);
      assert.is(await checkpoint(repo, 'undo', '2'), 'Dropped checkpoint 2 "second"\n');
      assert.equal(await numbers(repo), [1]);
      const again = await runMain(repo, ['undo', '2']);
      assert.equal([again.status, again.stdout], [1, '']);
      assert.match(again.stderr, /operation 2 was undone by operation 5\nhint: .*git checkpoint undo 5/);
      assert.match((await runMain(repo, ['undo', '99'])).stderr, /no operation 99 in the log/);
      assert.is((await runMain(repo, ['undo', 'x'])).status, 129);
    }));

  it('does not undo a save unasked, nor what is gone from the trash', () =>
    withRepo(async (repo) => {
      const none = await runMain(repo, ['undo']);
      assert.equal([none.status, none.stderr.split('\n')[0]], [1, 'error: nothing to undo']);
      await twoSaved(repo);
      assert.is((await runMain(repo, ['undo'])).status, 1);
      await checkpoint(repo, 'drop', '2');
      await checkpoint(repo, 'drop', '--purge', '2');
      assert.is((await runMain(repo, ['undo'])).status, 1);
      assert.match((await runMain(repo, ['undo', '3'])).stderr, /no longer in the trash/);
      assert.equal(await numbers(repo), [1]);
    }));

  it('takes back an earlier restore by its number, and leaves the later one', () =>
    withRepo(async (repo) => {
      repo.write('a', '0\n');
      repo.write('b', '0\n');
      repo.commit('base');
      await checkpoint(repo, '-m', 'zero');
      repo.write('a', '1\n');
      repo.write('b', '1\n');
      await checkpoint(repo, 'restore', '1', '--yes', '--', 'a');
      await checkpoint(repo, 'restore', '1', '--yes', '--', 'b');
      const read = () => repo.git('hash-object', 'a', 'b').split('\n');
      const [zero] = read();
      const log = JSON.parse(await checkpoint(repo, 'log', '--json'));
      assert.equal(
        log.map((one: { kind: string }) => one.kind),
        ['restore', 'restore', 'save'],
      );
      const undone = await runMain(repo, ['undo', '2']);
      assert.match(undone.stderr, /^Undoing operation 2, restore of checkpoint 1 "zero"/);
      assert.match(undone.stdout, 'tree verified');
      assert.equal(
        read().map((oid) => oid === zero),
        [false, true],
      );
      await checkpoint(repo, 'undo', '3');
      assert.equal(
        read().map((oid) => oid === zero),
        [false, false],
      );
    }));

  it('keeps one log for all worktrees, and undoes each restore in its own', () =>
    withRepo(async (repo) => {
      await twoSaved(repo);
      const other = testRepo(repo.home, join(repo.home, 'other'));
      repo.git('worktree', 'add', '--quiet', '--detach', other.root);
      await checkpoint(other, 'restore', '2', '--yes');
      assert.match(
        await checkpoint(repo, 'log', '-n', '1'),
        `restore  checkpoint 2 "second" (previous files: checkpoint 3)  [in ${other.root}]`,
      );
      assert.match(
        (await runMain(repo, ['undo', '3'])).stderr,
        /another working tree\nhint: .*git -C .*other checkpoint undo 3/,
      );
      assert.is((await runMain(repo, ['undo'])).status, 1);
      assert.match(await checkpoint(other, 'undo'), 'tree verified');
    }));

  it('brings back what a sync removed because somebody else dropped it', () =>
    withClones(async ({ ada, bea }) => {
      ada.write('work.txt', 'of Ada\n');
      await checkpoint(ada, '-m', 'of Ada');
      await checkpoint(ada, 'sync');
      await checkpoint(bea, 'sync');
      await checkpoint(ada, 'drop', '1');
      await checkpoint(ada, 'sync');
      await checkpoint(bea, 'sync');
      assert.is(
        await checkpoint(bea, 'log'),
        '2  now  drop  checkpoint 1, dropped at origin\n1  now  sync  with origin: 0 sent, 1 received\n',
      );
      await checkpoint(bea, 'undo');
      assert.equal(await numbers(bea), [1]);
    }));

  it('puts back words that were changed', () =>
    withRepo(async (repo) => {
      await twoSaved(repo);
      const { openRepository } = await import('../../src/open/repository.ts');
      const { reword } = await import('../../src/repository/reword.ts');
      const { checkpointNumber } = await import('../../src/core/number.ts');
      const { fixedWorld } = await import('../support/fixed-world.ts');
      const repository = await openRepository(repo.root, fixedWorld(repo.root, { env: repo.env }));
      await reword(repository, checkpointNumber(1), (note) => ({ ...note, summary: 'better' }));
      await repository.close();
      await checkpoint(repo, 'keep', '1');
      repo.git('gc', '--quiet', '--prune=now');
      assert.is(await checkpoint(repo, 'undo', '3'), 'Put back the words of checkpoint 1 "better"\n');
      const { summary, kept } = JSON.parse(await checkpoint(repo, 'show', '1', '--json'));
      assert.equal([summary, kept], ['first', true]);
      await checkpoint(repo, 'undo');
      assert.is(JSON.parse(await checkpoint(repo, 'show', '1', '--json')).summary, 'better');
    }));

  it('tells that the log could not be written, and does the work', () =>
    withRepo(async (repo) => {
      repo.write('a', '1\n');
      mkdirSync(join(repo.root, '.git/git-checkpoint/operations'), { recursive: true });
      const run = await runMain(repo, ['-m', 'first']);
      assert.is(run.status, 0);
      assert.match(run.stderr, /^warning: the operation log could not be written: EISDIR/m);
      assert.equal(await numbers(repo), [1]);
    }));
});
