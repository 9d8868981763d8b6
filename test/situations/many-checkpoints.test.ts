import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { search } from '../../src/repository/grep.ts';
import { list } from '../../src/repository/list.ts';
import { timeline } from '../../src/repository/timeline.ts';
import { usage } from '../../src/repository/usage.ts';
import { damage } from '../support/damage.ts';
import { saveIn, withOpen } from '../support/open.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const MANY = 900;

/** Two checkpoints, and hundreds of further numbers for the first of them. */
async function withMany(use: (repo: TestRepo) => Promise<void>): Promise<void> {
  await withRepo(async (repo) => {
    repo.write('a', 'one\n');
    repo.commit('base');
    repo.write('a', 'two needles\n');
    await saveIn(repo, { summary: 'The first' });
    const commit = repo.git('rev-parse', 'refs/checkpoints/1');
    for (let number = 2; number < MANY; number += 1) repo.write(`.git/refs/checkpoints/${number}`, `${commit}\n`);
    repo.git('pack-refs', '--all');
    repo.write('a', 'three needles\n');
    repo.write('.git/git-checkpoint/newest', `${MANY - 1}\n`);
    await saveIn(repo, { summary: 'The last' });
    await use(repo);
  });
}

/** The git processes that some work starts. */
async function processesOf(repo: TestRepo, work: (world: TestRepo) => Promise<unknown>): Promise<string[]> {
  const log = join(repo.home, 'calls');
  const path = repo.env['PATH'] ?? '';
  repo.write('../bin/git', `#!/bin/sh\necho "$*" >> '${log}'\nPATH='${path}' exec git "$@"\n`);
  chmodSync(join(repo.home, 'bin/git'), 0o755);
  writeFileSync(log, '');
  await work({ ...repo, env: { ...repo.env, PATH: `${join(repo.home, 'bin')}:${path}` } });
  const names = readFileSync(log, 'utf8').match(/(?<= )(?:cat-file|diff-tree|rev-list)\b/g);
  return [...(names ?? [])].sort();
}

describe('hundreds of checkpoints', (it) => {
  it('are listed in their order, each compared with the one before', () =>
    withMany(async (repo) => {
      await withOpen(repo, async (repository) => {
        const numbers = (await list(repository)).map(({ number }) => Number(number));
        assert.equal(
          numbers,
          Array.from({ length: MANY }, (_, at) => MANY - at),
        );
        const rows = [];
        for await (const chunk of timeline(repository)) rows.push(...chunk);
        assert.is(rows.length, MANY);
        assert.is(Number(rows[0]?.since?.number), MANY - 1);
        assert.is(rows[0]?.since?.changes.length, 1);
        assert.ok(rows.slice(1, -1).every(({ since }) => since?.changes.length === 0));
        assert.is(rows.at(-1)?.since?.changes.length, 1);
      });
    }));

  it('are read, compared and searched by few git processes, however many they are', () =>
    withMany(async (repo) => {
      const read = async (world: TestRepo) =>
        withOpen(world, async (repository) => {
          for await (const _ of timeline(repository));
        });
      assert.equal(await processesOf(repo, read), ['cat-file', 'diff-tree']);
      const look = (world: TestRepo) => withOpen(world, (repository) => search(repository, 'needles'));
      assert.equal(await processesOf(repo, look), ['cat-file', 'diff-tree']);
    }));

  it('are searched to the last', () =>
    withMany(async (repo) => {
      const hits = await withOpen(repo, (repository) => search(repository, 'needles$'));
      assert.equal(
        hits.map(({ number, where, text }) => [Number(number), where, text]),
        [
          [MANY, 'a', 'three needles'],
          [MANY - 1, 'a', 'two needles'],
        ],
      );
    }));

  it('are still compared with each other where the tree below the oldest is damaged', () =>
    withMany(async (repo) => {
      damage(repo, repo.git('rev-parse', 'HEAD^{tree}'));
      await withOpen(repo, async (repository) => {
        const rows = [];
        for await (const chunk of timeline(repository)) rows.push(...chunk);
        assert.equal(
          rows.flatMap(({ entry, since }) => (since === undefined ? [Number(entry.number)] : [])),
          [1],
        );
      });
    }));

  it('take room that is told without counting what is not there', () =>
    withMany(async (repo) => {
      const count = (world: TestRepo) => withOpen(world, usage);
      assert.equal(
        (await processesOf(repo, count)).filter((name) => name === 'rev-list'),
        ['rev-list', 'rev-list'],
      );
    }));
});
