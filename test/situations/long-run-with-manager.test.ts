import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

// The thread of the captures is a built file.
const library = new URL('../../dist/index.js', import.meta.url).href;
const { CheckpointManager }: typeof import('../../src/index.ts') = await import(library);

function optionsFor(repo: TestRepo) {
  return {
    stateDir: join(repo.root, '.aiwg', 'iterations', '001'),
    projectRoot: repo.root,
    interval: 15 * 60 * 1000,
    sessionId: 'session-of-ada',
  };
}

describe('a long run with CheckpointManager', (it) => {
  it('goes on while a capture at the interval is made, and stops after the one under way', () =>
    withRepo(async (repo) => {
      const manager = new CheckpointManager(optionsFor(repo));
      manager.start();
      repo.write('src/login.ts', 'export {};\n');
      let turns = 0;
      const turning = setInterval(() => (turns += 1), 1);
      const first = await manager.captureAsync();
      clearInterval(turning);
      assert.ok(turns > 1);
      const underWay = manager.captureAsync();
      await sleep(1);
      const summary = manager.stop();
      assert.equal(
        summary.checkpoints.map(({ number }) => number),
        [1, 2, 3, 4],
      );
      assert.equal([first.number, (await underWay).number], [2, 3]);
      assert.is(manager.stop(), summary);
      assert.equal(manager.getAllCheckpoints().at(-1)?.filesModified, ['src/login.ts']);
    }));

  it('may be asked for a capture by one who hears of a capture', () =>
    withRepo(async (repo) => {
      const manager = new CheckpointManager(optionsFor(repo));
      manager.once('checkpoint', () => manager.captureCheckpoint());
      assert.is(manager.start().stop().total, 3);
    }));

  it('lets two managers wait for captures of their own', () =>
    withRepo(async (repo) => {
      const managers = ['one', 'two'].map((sessionId) => new CheckpointManager({ ...optionsFor(repo), sessionId }));
      const waiting = managers.map((manager) => manager.start().captureAsync());
      await sleep(1);
      assert.equal(
        managers.map((manager) => manager.stop().total),
        [3, 3],
      );
      await Promise.all(waiting);
      assert.is(repo.git('for-each-ref', 'refs/checkpoints').split('\n').length, 6);
    }));

  it('does not bring a repository back that was deleted meanwhile', () =>
    withRepo(async (repo) => {
      const { stateDir: _, ...options } = optionsFor(repo);
      // Signs of life come as often as the first captures did.
      const manager = new CheckpointManager({ ...options, interval: 40 });
      manager.start();
      manager.captureCheckpoint();
      manager.interval = 3_600_000;
      manager.captureCheckpoint();
      rmSync(repo.root, { recursive: true });
      await sleep(120);
      manager.stop();
      assert.not.ok(existsSync(repo.root));
    }));

  it('leaves no process, pipe or file open, however many captures there were', () =>
    withRepo(async (repo) => {
      const manager = new CheckpointManager(optionsFor(repo));
      const open = () => process.getActiveResourcesInfo().filter((name) => /Process|Pipe|FSEvent/.test(name)).length;
      const before = open();
      manager.start();
      for (let at = 0; at < 30; at += 1) {
        repo.write('a.ts', `${at}\n`);
        manager.captureCheckpoint();
      }
      const { total } = manager.stop();
      assert.ok(total >= 31, String(total));
      // What has ended is closed within a few turns. Something of before may have closed meanwhile; nothing may have come to it.
      for (let turn = 0; turn < 100 && open() > before; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
      assert.ok(open() <= before, `${open()} > ${before}`);
    }));

  it('lets a program end that has nothing left to do', () =>
    withRepo(async (repo) => {
      const script = `
        import { CheckpointManager } from ${JSON.stringify(library)};
        new CheckpointManager(${JSON.stringify(optionsFor(repo))}).start();`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        env: repo.env,
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), 25_000);
      const [code] = await once(child, 'exit');
      clearTimeout(timer);
      assert.is(code, 0);
      assert.is(CheckpointManager.getLatestCheckpoint(optionsFor(repo).stateDir)?.gitCheckpoint, 1);
    }));
});
