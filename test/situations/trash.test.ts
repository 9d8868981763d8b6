import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpointNumber } from '../../src/core/number.ts';
import type { GitEngine } from '../../src/git/engine.ts';
import { openRepository, type Repository } from '../../src/open/repository.ts';
import { drop } from '../../src/repository/keep-drop.ts';
import { list } from '../../src/repository/list.ts';
import { prune } from '../../src/repository/prune.ts';
import { bringBackCheckpoint, listTrash } from '../../src/repository/trash.ts';
import { fixedWorld } from '../support/fixed-world.ts';
import { saveIn, withOpen } from '../support/open.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withClones } from '../support/with-clones.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const one = checkpointNumber(1);

const trashRefs = (repo: TestRepo) => repo.git('for-each-ref', '--format=%(refname)', 'refs/checkpoint-meta/trash');
const numbers = async (repository: Repository) => (await list(repository)).map(({ number }) => Number(number));
const ledger = (repo: TestRepo) => repo.git('cat-file', 'blob', 'refs/checkpoint-meta/ledger');
const collect = (repo: TestRepo) => repo.git('gc', '--quiet', '--prune=now');

async function saved(repo: TestRepo, content = 'only here\n') {
  repo.write('a', '1');
  repo.commit('base');
  repo.write('new.txt', content);
  const { checkpoint } = await saveIn(repo, { summary: 'Worth keeping' });
  rmSync(join(repo.root, 'new.txt'));
  return checkpoint;
}

/** Opens the library so many days after the checkpoints of these tests were made. */
async function later<T>(repo: TestRepo, days: number, use: (repository: Repository) => Promise<T>): Promise<T> {
  const now = () => new Date(Date.parse('2026-01-02T03:04:05Z') + days * 86_400_000);
  const repository = await openRepository(repo.root, fixedWorld(repo.root, { env: repo.env, now }));
  try {
    return await use(repository);
  } finally {
    await repository.close();
  }
}

describe('the trash', (it) => {
  it('brings a dropped checkpoint back under its number, with its files and its words', () =>
    withRepo(async (repo) => {
      const before = await saved(repo);
      await withOpen(repo, async (repository) => {
        assert.equal(await drop(repository, [one]), [{ number: 1, commit: before.commit, summary: 'Worth keeping' }]);
        assert.equal(await numbers(repository), []);
        assert.match(ledger(repo), `dead ${before.commit} 1`);
        const [trashed] = await listTrash(repository);
        assert.is(trashed?.note?.summary, 'Worth keeping');
        assert.is(repo.git('notes', '--ref=checkpoints', 'list'), '');
        assert.equal(await bringBackCheckpoint(repository, one), before);
        assert.equal(await listTrash(repository), []);
      });
      assert.is(ledger(repo), 'hwm 1');
      assert.is(trashRefs(repo), '');
      assert.is(repo.tryGit('fsck', '--strict', '--no-dangling').status, 0);
      assert.is((await saveIn(repo)).checkpoint.number, 2);
    }));

  it('holds a checkpoint through a gc until its time is over', () =>
    withRepo(async (repo) => {
      const { commit } = await saved(repo);
      await withOpen(repo, (repository) => drop(repository, [one]));
      collect(repo);
      assert.is(repo.git('show', `${commit}:new.txt`), 'only here');
      await later(repo, 13, (repository) => prune(repository, { dryRun: false }));
      assert.match(trashRefs(repo), commit);
      await later(repo, 15, (repository) => prune(repository, { dryRun: false }));
      assert.is(trashRefs(repo), '');
      collect(repo);
      assert.is(repo.tryGit('cat-file', '-e', commit).status, 1);
      assert.not.match(repo.git('cat-file', '--batch-all-objects', '--batch'), /Worth keeping|only here/);
    }));

  it('takes what prune removes', () =>
    withRepo(async (repo) => {
      for (let turn = 0; turn < 3; turn += 1) await saveIn(repo, { trigger: 'turn', summary: `Turn ${turn}` });
      repo.git('config', 'checkpoint.maxAuto', '1');
      await withOpen(repo, async (repository) => {
        const { remove } = await prune(repository, { dryRun: false });
        assert.ok(remove.length > 0);
        assert.equal(
          (await listTrash(repository)).map(({ number, note }) => [number, note?.summary]),
          remove.map(({ number, summary }) => [number, summary]).reverse(),
        );
      });
    }));

  it('keeps nothing with checkpoint.trashDays 0, nor of what was purged', () =>
    withRepo(async (repo) => {
      await saved(repo);
      await saveIn(repo);
      await withOpen(repo, (repository) => drop(repository, [one]));
      assert.is.not(trashRefs(repo), '');
      await withOpen(repo, (repository) => drop(repository, [one], { purge: true }));
      assert.is(trashRefs(repo), '');
      repo.git('config', 'checkpoint.trashDays', '0');
      await withOpen(repo, (repository) => drop(repository, [checkpointNumber(2)]));
      assert.is(trashRefs(repo), '');
      await withOpen(repo, async (repository) => {
        const error = await bringBackCheckpoint(repository, one).catch((thrown) => thrown);
        assert.is(error.message, 'checkpoint 1 is not in the trash');
      });
    }));

  it('lists a checkpoint whose removal was cut off, and not in the trash', () =>
    withRepo(async (repo) => {
      await saved(repo);
      await withOpen(repo, async ({ engine, ...rest }) => {
        const moveRefs: GitEngine['moveRefs'] = async (steps) => {
          await engine.moveRefs(steps.slice(0, 1));
          throw new Error('killed');
        };
        const cut = { ...rest, engine: { ...engine, moveRefs } };
        assert.is((await drop(cut, [one]).catch((error) => error)).message, 'killed');
        assert.is.not(trashRefs(repo), '');
        const repository = { ...rest, engine };
        assert.equal([await numbers(repository), await listTrash(repository)], [[1], []]);
        await drop(repository, [one]);
        assert.equal([await numbers(repository), (await listTrash(repository)).length], [[], 1]);
      });
    }));

  it('does not hold a checkpoint that lost a file: no ref may keep git gc from its work', () =>
    withRepo(async (repo) => {
      const { commit } = await saved(repo);
      const blob = repo.git('rev-parse', `${commit}:new.txt`);
      rmSync(join(repo.root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
      await withOpen(repo, (repository) => drop(repository, [one]));
      assert.is(trashRefs(repo), '');
      collect(repo);
    }));

  it('leaves a number to the checkpoint that has it now', () =>
    withRepo(async (repo) => {
      const { commit } = await saved(repo);
      await withOpen(repo, (repository) => drop(repository, [one]));
      const other = repo.git('commit-tree', 'HEAD^{tree}', '-m', 'another');
      repo.git('update-ref', 'refs/checkpoints/1', other);
      await withOpen(repo, async (repository) => {
        const error = await bringBackCheckpoint(repository, one).catch((thrown) => thrown);
        assert.is(error.message, 'number 1 belongs to another checkpoint now');
        assert.match(error.hint, `git show ${commit}`);
      });
      assert.is(repo.git('rev-parse', 'refs/checkpoints/1'), other);
      assert.match(trashRefs(repo), commit);
    }));

  it('stays on this machine, and holds what somebody else dropped', () =>
    withClones(async ({ ada, bea, remote }) => {
      ada.write('work.txt', 'of Ada\n');
      await checkpoint(ada, '-m', 'of Ada');
      await checkpoint(ada, 'sync');
      await checkpoint(bea, 'sync');
      await checkpoint(ada, 'drop', '1');
      await checkpoint(ada, 'sync');
      assert.is(remote.git('for-each-ref', 'refs/checkpoint-meta/trash'), '');
      await checkpoint(bea, 'sync');
      assert.equal(JSON.parse(await checkpoint(bea, 'list', '--json')), []);
      await withOpen(bea, async (repository) => {
        assert.is((await bringBackCheckpoint(repository, one)).note.summary, 'of Ada');
      });
      // The drop was shared: by its old commit the next sync would drop it again, and its number is used up there.
      const run = await runMain(bea, ['sync']);
      assert.match(run.stdout, 'Renumbered your checkpoint 1 → 2');
      assert.match(await checkpoint(bea, 'show', '2'), 'of Ada');
      await checkpoint(ada, 'sync');
      assert.match(await checkpoint(ada, 'show', '2'), 'of Ada');
    }));
});
