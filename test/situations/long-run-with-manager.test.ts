import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { CheckpointManager, type CheckpointSummary } from '../../src/index.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const library = fileURLToPath(new URL('../../src/index.ts', import.meta.url));

function optionsFor(repo: TestRepo) {
  return {
    stateDir: join(repo.root, '.aiwg', 'iterations', '001'),
    projectRoot: repo.root,
    interval: 15 * 60 * 1000,
    sessionId: 'session-of-ada',
  };
}

/** A loop that runs sessions and keeps what each one left. */
class Orchestrator {
  readonly iteration: { summary?: CheckpointSummary } = {};

  async run(repo: TestRepo, session: () => void): Promise<void> {
    const manager = new CheckpointManager({ ...optionsFor(repo), interval: 30 * 60 * 1000 });
    manager.start();
    session();
    this.iteration.summary = await manager.stop();
  }
}

describe('a long run with CheckpointManager', (it) => {
  it('begins, works, ends, and tells how many captures there were and which files changed', () =>
    withRepo(async (repo) => {
      const manager = new CheckpointManager(optionsFor(repo));
      manager.start();
      await manager.captureCheckpoint();
      repo.write('src/login.ts', 'export {};\n');
      const summary = await manager.stop();
      assert.ok(summary.total >= 2);
      assert.equal(summary.filesModified, ['src/login.ts']);
      assert.is(
        repo.git('show', `refs/checkpoints/${summary.checkpoints.at(-1)?.gitCheckpoint}:src/login.ts`),
        'export {};',
      );
    }));

  it('fits into an orchestrator that keeps the summary of each iteration', () =>
    withRepo(async (repo) => {
      const orchestrator = new Orchestrator();
      await orchestrator.run(repo, () => repo.write('a.ts', '1\n'));
      assert.is(orchestrator.iteration.summary?.total, 2);
      assert.equal(orchestrator.iteration.summary?.filesModified, ['a.ts']);
    }));

  it('does not bring a repository back that was deleted meanwhile', () =>
    withRepo(async (repo) => {
      const { stateDir: _, ...options } = optionsFor(repo);
      // Signs of life come as often as the first captures did.
      const manager = new CheckpointManager({ ...options, interval: 40 });
      manager.start();
      await manager.captureCheckpoint();
      manager.interval = 3_600_000;
      await manager.captureCheckpoint();
      rmSync(repo.root, { recursive: true });
      await sleep(120);
      await manager.stop();
      assert.not.ok(existsSync(repo.root));
    }));

  it('is found again after the process was killed: when, which files, how long', () =>
    withRepo(async (repo) => {
      repo.write('src/login.ts', 'export {};\n');
      const options = JSON.stringify({ ...optionsFor(repo), interval: 3_600_000 });
      const script = `
        import { CheckpointManager } from ${JSON.stringify(library)};
        new CheckpointManager(${options}).on('checkpoint', () => console.log('captured')).start();
        setInterval(() => {}, 1000);`;
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
        env: repo.env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'exit');
      const latest = CheckpointManager.getLatestCheckpoint(optionsFor(repo).stateDir);
      assert.is(latest?.number, 1);
      assert.ok(Date.parse(latest?.timestamp ?? '') <= Date.now());
      assert.is(latest?.filesModified.join(', '), 'src/login.ts');
      assert.match(CheckpointManager.formatDuration(latest?.duration ?? -1), /^\d+s$/);
      assert.is(CheckpointManager.prototype.summarizeCheckpoints(optionsFor(repo).stateDir).total, 1);
    }));

  it('leaves no process, pipe or file open, however many captures there were', () =>
    withRepo(async (repo) => {
      const manager = new CheckpointManager(optionsFor(repo));
      const open = () => process.getActiveResourcesInfo().filter((name) => /Process|Pipe|FSEvent/.test(name)).length;
      const before = open();
      manager.start();
      for (let at = 0; at < 30; at += 1) {
        repo.write('a.ts', `${at}\n`);
        await manager.captureCheckpoint();
      }
      const { total } = await manager.stop();
      assert.ok(total >= 31, String(total));
      // What has ended is closed within a few turns. Something of before may have closed meanwhile; nothing may have come to it.
      for (let turn = 0; turn < 100 && open() > before; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
      assert.ok(open() <= before, `${open()} > ${before}`);
    }));

  it('tells durations as the documents say', () => {
    assert.is(CheckpointManager.formatDuration(5_400_000), '1h 30m');
    assert.is(CheckpointManager.formatDuration(90_000), '1m 30s');
    assert.is(CheckpointManager.formatDuration(5000), '5s');
  });

  it('lets a program end that has nothing left to do', () =>
    withRepo(async (repo) => {
      const script = `
        import { CheckpointManager } from ${JSON.stringify(library)};
        new CheckpointManager(${JSON.stringify(optionsFor(repo))}).start();`;
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
        env: repo.env,
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), 25_000);
      const [code] = await once(child, 'exit');
      clearTimeout(timer);
      assert.is(code, 0);
      assert.is(CheckpointManager.getLatestCheckpoint(optionsFor(repo).stateDir)?.gitCheckpoint, 1);
    }));
});
