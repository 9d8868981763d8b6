import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpointNumber } from '../../src/core/number.ts';
import { list } from '../../src/repository/list.ts';
import { saveIn, withOpen } from '../support/open.ts';
import { CLI, checkpoint, runCli } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

function start(repo: TestRepo, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], { cwd: repo.root, env: repo.env, stdio: 'ignore', detached: true });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('exit', (code) => resolve(code)));
}

async function assertAllWhole(repo: TestRepo): Promise<number[]> {
  const fsck = repo.tryGit('fsck', '--strict', '--no-dangling');
  assert.is(fsck.status, 0, fsck.stderr + fsck.stdout);
  return withOpen(repo, async (repository) => {
    const entries = await list(repository);
    for (const entry of entries) {
      assert.not('damage' in entry, `checkpoint ${entry.number}: ${JSON.stringify(entry)}`);
      if (!('damage' in entry)) assert.is(entry.noteFrom, 'note', `checkpoint ${entry.number} has its note`);
    }
    return entries.map(({ number }) => number);
  });
}

describe('the store under stress', (it) => {
  it('gives 8 processes with 10 saves each 80 numbers and 80 notes', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      const failures: string[] = [];
      const worker = async (id: number) => {
        for (let round = 0; round < 10; round += 1) {
          const child = spawn(process.execPath, [CLI, 'save', '-m', `worker ${id} round ${round}`], {
            cwd: repo.root,
            env: repo.env,
            stdio: ['ignore', 'ignore', 'pipe'],
          });
          let stderr = '';
          child.stderr.on('data', (chunk) => (stderr += chunk));
          const code = await ended(child);
          if (code !== 0) failures.push(`exit ${code}: ${stderr}`);
        }
      };
      await Promise.all(Array.from({ length: 8 }, (_, id) => worker(id)));
      assert.equal(failures, []);
      const numbers = await assertAllWhole(repo);
      assert.is(numbers.length, 80);
      assert.is(new Set(numbers).size, 80);
      assert.is(repo.git('notes', '--ref=checkpoints', 'list').split('\n').length, 80);
    }));

  it('stays whole when a save is killed at any instant', () =>
    withRepo(async (repo) => {
      for (let at = 0; at < 40; at += 1) repo.write(`dir${at % 5}/file${at}`, `${at}\n`);
      repo.commit('base');
      checkpoint(repo, 'save', '-m', 'before');
      const instants = Number(process.env['KILL_INSTANTS'] ?? 30);
      for (let instant = 0; instant < instants; instant += 1) {
        repo.write('dir1/file1', `round ${instant}\n`);
        const child = start(repo, ['save', '-m', `killed ${instant}`]);
        await new Promise((resolve) => setTimeout(resolve, 20 + (instant * 140) / instants));
        // The whole group: node and whichever git it was waiting for.
        try {
          process.kill(-(child.pid ?? 0), 'SIGKILL');
        } catch {
          // It was already done.
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      const run = runCli(repo, ['save', '-m', 'after']);
      assert.is(run.status, 0, run.stderr);
      const numbers = await assertAllWhole(repo);
      assert.is(numbers.at(-1), 1);
      const left = readdirSync(join(repo.root, '.git/git-checkpoint')).filter((name) => name.startsWith('index-'));
      assert.equal(left, []);
    }));

  it('survives git gc --prune=now running beside it', () =>
    withRepo(async (repo) => {
      for (let at = 0; at < 30; at += 1) repo.write(`file${at}`, `${at}\n`);
      repo.commit('base');
      let saving = true;
      let collections = 0;
      const collect = (async () => {
        while (saving) {
          const gc = spawn('git', ['gc', '--quiet', '--prune=now'], { cwd: repo.root, env: repo.env, stdio: 'ignore' });
          if ((await ended(gc)) === 0) collections += 1;
        }
      })();
      try {
        for (let round = 0; round < 25; round += 1) {
          repo.write(`file${round}`, `changed ${round}\n`);
          repo.write(`new${round}/deep/x`, `new ${round}\n`);
          await saveIn(repo, { summary: `beside gc ${round}` });
        }
      } finally {
        saving = false;
        await collect;
      }
      // What an attempt left behind goes now; anything that a checkpoint needs and that is gone makes gc itself fail.
      repo.git('gc', '--quiet', '--prune=now');
      const numbers = await assertAllWhole(repo);
      assert.is(numbers.length, 25);
      assert.ok(collections > 0);
    }));

  it('keeps fsck clean and every number unique over 200 mixed operations', () =>
    withRepo(async (repo) => {
      repo.write('a', '1');
      repo.commit('base');
      await withOpen(repo, async (repository) => {
        const { save } = await import('../../src/repository/save.ts');
        const { drop, keep } = await import('../../src/repository/keep-drop.ts');
        const { verify } = await import('../../src/repository/compare.ts');
        const seen = new Set<number>();
        let live: number[] = [];
        for (let round = 0; round < 200; round += 1) {
          const kind = round % 10;
          if (kind < 6 || live.length < 2) {
            repo.write(`f${round % 7}`, `${round}\n`);
            const outcome = await save(repository, { trigger: 'manual', summary: `round ${round}` });
            assert.ok(outcome.kind === 'saved' && !seen.has(outcome.checkpoint.number));
            if (outcome.kind === 'saved') {
              seen.add(outcome.checkpoint.number);
              live.push(outcome.checkpoint.number);
            }
          } else if (kind === 6) await keep(repository, checkpointNumber(live[round % live.length] ?? 0));
          else if (kind === 7) await verify(repository);
          else {
            const gone = kind === 8 ? live.at(-1) : live[0];
            await drop(repository, [checkpointNumber(gone ?? 0)], { force: true });
            live = live.filter((number) => number !== gone);
          }
          if (round % 50 === 25) repo.git('pack-refs', '--all');
        }
        assert.equal((await list(repository)).map(({ number }) => number).reverse(), live);
      });
      await assertAllWhole(repo);
    }));
});
