import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { main } from '../../src/cli/main.ts';
import type { EarlyLook } from '../../src/core/world.ts';
import { lookArguments } from '../../src/git/native/status.ts';
import { openRepository, type Repository } from '../../src/open/repository.ts';
import { resume } from '../../src/repository/resume.ts';
import { save } from '../../src/repository/save.ts';
import { fixedWorld } from '../support/fixed-world.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

interface Watched extends EarlyLook {
  taken: boolean;
}

/** What git says now, as if it had been asked at `began`. */
function lookOf(repo: TestRepo, began: Date): Watched {
  const told = Buffer.from(`${repo.git(...lookArguments)}`);
  const look: Watched = {
    began,
    taken: false,
    async take() {
      if (look.taken) return undefined;
      look.taken = true;
      return told;
    },
  };
  return look;
}

function worldWith(repo: TestRepo, look: EarlyLook) {
  return { ...fixedWorld(repo.root), env: repo.env, now: () => new Date(), look };
}

async function opened<T>(repo: TestRepo, look: EarlyLook, use: (repository: Repository) => Promise<T>): Promise<T> {
  const repository = await openRepository(repo.root, worldWith(repo, look));
  try {
    return await use(repository);
  } finally {
    await repository.close();
  }
}

describe('a look that was taken before the program ran', (it) => {
  it('says when the files were seen', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      repo.write('a.txt', 'one\n');
      const look = lookOf(repo, new Date(Date.now() - 700));
      const outcome = await opened(repo, look, (repository) => save(repository, { trigger: 'manual' }));
      assert.ok(look.taken);
      assert.is(outcome.checkpoint.note.captured_at, look.began.toISOString());
      assert.is(repo.git('show', 'refs/checkpoints/1:a.txt'), 'one');
    }));

  it('does not see what was changed after it', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      repo.write('a.txt', 'one\n');
      const before = new Date();
      await sleep(60);
      repo.write('a.txt', 'two\n');
      await checkpoint(repo, '-m', 'one');
      const kept = join(repo.root, '.git/git-checkpoint/pack.json');
      await opened(repo, lookOf(repo, before), (repository) => resume(repository));
      assert.not(existsSync(kept));
      await sleep(60);
      await opened(repo, lookOf(repo, new Date()), (repository) => resume(repository));
      assert.ok(existsSync(kept));
    }));

  it('does not count where a restore had to be ended first', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      repo.write('a.txt', 'one\n');
      const look = lookOf(repo, new Date());
      repo.write('.git/git-checkpoint/restore.json', '{}');
      repo.write('b.txt', 'after the look\n');
      assert.is(await main(['save', '-m', 'one'], worldWith(repo, look)), 0);
      assert.is(repo.git('show', 'refs/checkpoints/1:b.txt'), 'after the look');
    }));
});
