import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpointNumber } from '../../src/core/number.ts';
import { retain } from '../../src/hooks/retain.ts';
import { startWarnings } from '../../src/hooks/start-warnings.ts';
import { locate } from '../../src/open/open-engine.ts';
import { configOf, openRepository, type Repository } from '../../src/open/repository.ts';
import { drop } from '../../src/repository/keep-drop.ts';
import { keepSmall } from '../../src/repository/keep-small.ts';
import { list } from '../../src/repository/list.ts';
import { save } from '../../src/repository/save.ts';
import { listTrash } from '../../src/repository/trash.ts';
import { usage } from '../../src/repository/usage.ts';
import { fixedWorld } from '../support/fixed-world.ts';
import { fire, start } from '../support/hook-session.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const HOUR = 3_600_000;
const begin = Date.parse('2026-01-05T00:00:00Z');

/** Opens the library so many hours after the beginning. */
async function at<T>(repo: TestRepo, hours: number, use: (repository: Repository) => Promise<T>): Promise<T> {
  const world = fixedWorld(repo.root, { env: repo.env, now: () => new Date(begin + hours * HOUR) });
  const repository = await openRepository(repo.root, world);
  try {
    return await use(repository);
  } finally {
    await repository.close();
  }
}

/** Saves turns at these hours, each with content of its own. */
async function turns(repo: TestRepo, hours: readonly number[], bytes = 10): Promise<void> {
  repo.write('a', '1');
  repo.commit('base');
  for (const hour of hours) {
    repo.write('work', randomBytes(bytes));
    await at(repo, hour, (repository) => save(repository, { trigger: 'turn', summary: `at ${hour}` }));
  }
}

const numbers = async (repository: Repository) =>
  (await list(repository)).map(({ number }) => Number(number)).reverse();

describe('retention by itself', (it) => {
  it('thins out what is older than two days, into the trash, and gives no number out again', () =>
    withRepo(async (repo) => {
      await turns(repo, [0.1, 0.2, 0.9, 1.5, 60]);
      await at(repo, 61, async (repository) => {
        assert.equal(await keepSmall(repository), { removed: 2, overBudget: 0 });
        assert.equal(await numbers(repository), [3, 4, 5]);
        assert.equal((await listTrash(repository)).map(({ number }) => Number(number)).sort(), [1, 2]);
        assert.equal(await keepSmall(repository), { removed: 0, overBudget: 0 });
      });
      assert.match(repo.git('cat-file', 'blob', 'refs/checkpoint-meta/ledger'), /^hwm \d+$/);
      await at(repo, 61 + 15 * 24, async (repository) => {
        await keepSmall(repository);
        // By now only the last of the first day stays; what went two weeks ago is gone.
        assert.equal(await numbers(repository), [4, 5]);
        assert.equal(
          (await listTrash(repository)).map(({ number }) => Number(number)),
          [3],
        );
      });
      repo.git('gc', '--quiet', '--prune=now');
      assert.is(repo.git('fsck', '--connectivity-only', '--no-dangling'), '');
    }));

  it('trusts no clock that went far ahead until it has gone on for a day, neither for saves nor for the trash', () =>
    withRepo(async (repo) => {
      const DAY = 24;
      await turns(repo, [0.1, 0.2, 0.3, 1, 60]);
      const look = async (hours: number) =>
        at(repo, hours, async (repository) => {
          const { engine, world } = repository;
          await retain({
            place: engine.place,
            world,
            repository: async () => repository,
            config: () => configOf(repository),
            report: (_, error) => assert.unreachable(String(error)),
          });
          return [await numbers(repository), (await listTrash(repository)).map(({ number }) => Number(number)).sort()];
        });
      assert.equal(await look(61), [
        [3, 4, 5],
        [1, 2],
      ]);
      for (const hour of [61.1, 61.2, 61.3]) {
        repo.write('work', `at ${hour}`);
        await at(repo, hour, (repository) => save(repository, { trigger: 'turn', summary: `at ${hour}` }));
      }
      const all = [
        [3, 4, 5, 6, 7, 8],
        [1, 2],
      ];
      const ahead = 61 + 365 * DAY;
      assert.equal(await look(ahead), all, 'a year ahead');
      assert.equal(await look(ahead + 2), all, 'two hours later');
      await at(repo, ahead + 2, async (repository) => {
        await drop(repository, [checkpointNumber(8)]);
        assert.is((await listTrash(repository)).length, 3, 'a drop lets go of nothing either');
      });
      assert.equal(
        await look(64),
        [
          [3, 4, 5, 6, 7],
          [1, 2, 8],
        ],
        'set right again',
      );
      assert.equal((await look(64 + DAY * 1.1))[1]?.includes(1), true, 'within the days of the trash');
      const after = [];
      for (let hour = 64; hour < 64 + 40 * DAY; hour += 2 * DAY) after.push((await look(hour))[0]?.length);
      assert.ok((after.at(-1) ?? 9) < 5, `it goes on when the clock is proven: ${after.join(' ')}`);
    }));

  it('leaves what others have', () =>
    withRepo(async (repo) => {
      await turns(repo, [0.1, 0.2, 0.3, 60]);
      repo.git('update-ref', 'refs/checkpoint-sync/origin/c/1', 'refs/checkpoints/1');
      await at(repo, 61, async (repository) => {
        await keepSmall(repository);
        assert.equal(await numbers(repository), [1, 3, 4]);
      });
    }));

  it('lets the oldest go where all of them take too much room, and says so once', () =>
    withRepo(async (repo) => {
      await turns(repo, [1, 2, 3, 4], 30_000);
      repo.git('config', 'checkpoint.maxStore', '70000');
      const now = () => new Date(begin + 5 * HOUR);
      const world = fixedWorld(repo.root, { env: repo.env, now });
      const { place } = await locate(repo.root, world);
      await at(repo, 5, async (repository) => {
        const used = await usage(repository);
        assert.ok(used.bytes.files > 120_000, String(used.bytes.files));
        assert.equal(used.prunable.checkpoints, 2);
        assert.ok(used.prunable.bytes > 60_000);
        const failed: unknown[] = [];
        const report = (_: string, error: unknown) => failed.push(error);
        const hook = { place, world, repository: async () => repository, config: () => configOf(repository), report };
        await retain(hook);
        assert.equal(await numbers(repository), [3, 4]);
        assert.match(startWarnings(place).join('\n'), /2 oldest automatic ones went to the trash/);
        repo.git('config', 'checkpoint.maxStore', '1');
        await retain(hook);
        assert.equal(await numbers(repository), [3, 4], 'once an hour');
        assert.equal(failed, []);
      });
      assert.match((await fire(repo, start('startup'))).stdout, /oldest automatic/);
      assert.equal(startWarnings(place), []);
    }));

  it('packs loose objects and refs where there are many, and loses none', () =>
    withRepo(async (repo) => {
      await turns(repo, [1]);
      const stray = repo.git('hash-object', '-w', 'a');
      const input = Array.from({ length: 2100 }, (_, number) => `blob\ndata <<E\n${number}\nE\n`).join('');
      repo.write('../stream', input);
      repo.git('config', 'fastimport.unpackLimit', '100000');
      repo.git('-c', 'alias.feed=!git fast-import --quiet < ../stream', 'feed');
      for (let number = 10; number < 520; number += 1)
        repo.write(`.git/refs/checkpoints/${number}`, `${repo.git('rev-parse', 'HEAD')}\n`);
      await at(repo, 2, async (repository) => {
        assert.ok((await usage(repository)).looseObjects > 2100);
        await keepSmall(repository);
        assert.ok((await usage(repository)).looseObjects < 200);
      });
      assert.is(repo.git('cat-file', '-p', stray), '1');
      assert.not(existsSync(join(repo.root, '.git/refs/checkpoints/10')));
      assert.is(repo.git('for-each-ref', 'refs/checkpoints').split('\n').length, 511);
      // Without it each fetch of the user's parses the commit of every ref.
      assert.ok(existsSync(join(repo.root, '.git/objects/info/commit-graphs/commit-graph-chain')));
      repo.git('commit-graph', 'verify');
    }));
});
