import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { listSessions, updateOpenSession } from '../../../src/local/session-register.ts';
import { CaptureSession } from '../../../src/watch/capture-session.ts';
import type { CheckpointData } from '../../../src/watch/checkpoint-data.ts';
import type { ManagerOptions } from '../../../src/watch/manager-options.ts';
import { fixedWorld } from '../../support/fixed-world.ts';
import { describe } from '../../support/suite.ts';
import { type TestRepo, withRepo } from '../../support/with-repo.ts';

function managerFor(repo: TestRepo, options: Partial<ManagerOptions> = {}): CaptureSession {
  const world = fixedWorld(repo.root, { now: () => new Date() });
  return new CaptureSession({ projectRoot: repo.root, sessionId: 'session-of-ada', ...options }, world);
}

const placeOf = (repo: TestRepo) => ({ root: repo.root, commonDir: join(repo.root, '.git') });
const stateDirOf = (repo: TestRepo) => join(repo.home, 'state');

/** Waits for captures; the manager's own timers would not keep the process alive. */
async function ticks(manager: CaptureSession, amount: number): Promise<void> {
  const alive = setInterval(() => {}, 1000);
  for (let seen = 0; seen < amount; seen += 1) await once(manager, 'checkpoint');
  clearInterval(alive);
}

describe('CaptureSession', (it) => {
  it('captures at the start, at every interval and at the end, each a checkpoint in git', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const manager = managerFor(repo, { stateDir: stateDirOf(repo), interval: 50 });
      assert.is(await manager.startAsync(), manager);
      await ticks(manager, 2);
      const summary = await manager.stopAsync();
      const numbers = manager.getAllCheckpoints().map(({ gitCheckpoint }) => gitCheckpoint);
      assert.ok(summary.total >= 3);
      assert.equal(
        numbers,
        numbers.map((_, at) => at + 1),
      );
      assert.match(
        repo.git('log', '-1', '--format=%B', `refs/checkpoints/${summary.total}`),
        /Checkpoint-Trigger: interval/,
      );
      assert.match(repo.git('notes', '--ref=checkpoints', 'show', 'refs/checkpoints/1'), /id: session-of-ada/);
    }));

  it('writes the published shape field by field', () =>
    withRepo(async (repo) => {
      repo.write('kept.txt', 'one\n');
      repo.write('gone.txt', 'one\n');
      repo.commit('first');
      repo.write('kept.txt', 'two\n');
      repo.write('new.txt', 'new\n');
      repo.write('staged.txt', 'staged\n');
      repo.git('add', 'staged.txt');
      rmSync(join(repo.root, 'gone.txt'));
      repo.write('.aiwg/planning/one.md', '12345');
      repo.git('config', '--add', 'checkpoint.stateDir', '.aiwg');
      repo.git('config', '--add', 'checkpoint.stateDir', '.plans');
      repo.write('.plans/two.md', '1');
      const manager = managerFor(repo, { stateDir: stateDirOf(repo) });
      const { timestamp, duration, memory, gitCommit, ...data } = await manager.captureAsync(5);
      assert.equal(data, {
        number: 5,
        sessionId: 'session-of-ada',
        gitStatus: {
          branch: 'main',
          modified: ['gone.txt', 'kept.txt'],
          untracked: ['.aiwg/planning/one.md', '.plans/two.md', 'new.txt'],
          staged: ['staged.txt'],
        },
        aiwgState: { files: ['planning/one.md', '.plans/two.md'], sizes: { 'planning/one.md': 5, '.plans/two.md': 1 } },
        filesModified: ['gone.txt', 'kept.txt', 'staged.txt', '.aiwg/planning/one.md', '.plans/two.md', 'new.txt'],
        gitCheckpoint: 1,
      });
      assert.ok(duration >= 0);
      assert.is(new Date(timestamp).toISOString(), timestamp);
      assert.ok(memory.heapUsed > 0 && memory.rss > 0);
      assert.is(gitCommit, repo.git('rev-parse', 'refs/checkpoints/1'));
      const file = join(stateDirOf(repo), 'checkpoints', '005-checkpoint.json');
      assert.equal(JSON.parse(readFileSync(file, 'utf8')), { timestamp, duration, memory, gitCommit, ...data });
    }));

  it('remembers files that were committed and no longer differ', () =>
    withRepo(async (repo) => {
      repo.commit('first');
      const manager = managerFor(repo);
      repo.write('early.txt', '1\n');
      await manager.captureAsync();
      repo.commit('second');
      repo.write('between.txt', '1\n');
      repo.commit('made and committed between two captures');
      const { filesModified, gitStatus } = await manager.captureAsync();
      assert.equal(filesModified, ['early.txt', 'between.txt']);
      assert.equal(gitStatus.untracked, []);
    }));

  it('does not call the files of another branch modified', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', '1\n');
      repo.commit('first');
      repo.git('switch', '-q', '-c', 'other');
      repo.write('b.txt', '1\n');
      repo.commit('second');
      const manager = managerFor(repo);
      await manager.captureAsync();
      repo.git('switch', '-q', 'main');
      assert.equal((await manager.captureAsync()).filesModified, []);
    }));

  it('merges captures that wait, and answers each caller with one that began after its call', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const manager = managerFor(repo);
      const first = manager.captureAsync();
      await Promise.resolve();
      await Promise.resolve();
      repo.write('a.txt', 'two\n');
      const later = await Promise.all([manager.captureAsync(), manager.captureAsync(), manager.captureAsync()]);
      assert.is((await first).number, 1);
      assert.equal(
        later.map(({ number }) => number),
        [2, 2, 2],
      );
      assert.is(repo.git('show', 'refs/checkpoints/2:a.txt'), 'two');
    }));

  it('stops once: the capture under way is waited for and everybody gets the same summary', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const manager = managerFor(repo);
      const stopped: unknown[] = [];
      manager.on('stopped', (event) => stopped.push(event.summary));
      await manager.startAsync();
      const [one, other] = await Promise.all([manager.stopAsync(), manager.stopAsync()]);
      assert.is(one.total, 2);
      assert.is(one, other);
      assert.is(await manager.stopAsync(), one);
      assert.equal(stopped, [one]);
    }));

  it('starts again after a stop and goes on counting', () =>
    withRepo(async (repo) => {
      const manager = managerFor(repo, { stateDir: stateDirOf(repo) });
      await (await manager.startAsync()).stopAsync();
      const summary = await (await manager.startAsync()).stopAsync();
      assert.equal(
        summary.checkpoints.map(({ number }) => number),
        [1, 2, 3, 4],
      );
    }));

  it('goes on where a session of the same id left the directory', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', '1\n');
      const options = { stateDir: stateDirOf(repo) };
      await managerFor(repo, options).captureAsync();
      repo.git('add', '-A');
      repo.git('commit', '-qm', 'first');
      repo.write('b.txt', '1\n');
      const next = await managerFor(repo, options).captureAsync();
      assert.is(next.number, 2);
      assert.equal(next.filesModified, ['a.txt', 'b.txt']);
      const other = managerFor(repo, { ...options, sessionId: 'another' });
      assert.is((await other.captureAsync()).number, 3);
      assert.is(other.getAllCheckpoints().length, 1);
      assert.is(other.summarizeCheckpoints(options.stateDir).total, 3);
    }));

  it('changes the interval on the fly', () =>
    withRepo(async (repo) => {
      const manager = managerFor(repo);
      assert.is(manager.interval, 1_800_000);
      await manager.startAsync();
      await manager.startAsync({ interval: 40 });
      await ticks(manager, 2);
      manager.interval = 3_600_000;
      const { total } = await manager.stopAsync();
      assert.ok(total >= 4, String(total));
    }));

  it('tells what it does as events', () =>
    withRepo(async (repo) => {
      const told: string[] = [];
      const seen: CheckpointData[] = [];
      const manager = managerFor(repo, { stateDir: stateDirOf(repo), onCheckpoint: (data) => seen.push(data) });
      manager.on('started', ({ interval, checkpointsDir }) => told.push(`started ${interval} ${checkpointsDir}`));
      manager.on('checkpoint', ({ number }) => told.push(`checkpoint ${number}`));
      manager.on('stopped', ({ finalCheckpoint, summary }) =>
        told.push(`stopped ${finalCheckpoint?.number} ${summary.total}`),
      );
      await (await manager.startAsync()).stopAsync();
      const directory = join(stateDirOf(repo), 'checkpoints');
      assert.equal(told, [`started 1800000 ${directory}`, 'checkpoint 1', 'checkpoint 2', 'stopped 2 2']);
      assert.is(seen.length, 2);
    }));

  it('makes no checkpoint while nothing changes, when it is asked so', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const manager = managerFor(repo, { onlyChanged: true });
      let unchanged = 0;
      manager.on('unchanged', () => (unchanged += 1));
      const first = await manager.captureAsync();
      assert.is(await manager.captureAsync(), first);
      assert.is(unchanged, 1);
      repo.write('a.txt', 'two\n');
      assert.is((await manager.captureAsync()).gitCheckpoint, 2);
      assert.is(manager.summarizeCheckpoints().total, 2);
    }));

  it('records a failure of git and goes on', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const manager = managerFor(repo, { stateDir: stateDirOf(repo) });
      renameSync(join(repo.root, '.git'), join(repo.home, 'away'));
      const failed = await manager.captureAsync();
      assert.match(failed.gitStatus.error ?? '', /not a git repository/);
      assert.is(failed.gitCheckpoint, undefined);
      renameSync(join(repo.home, 'away'), join(repo.root, '.git'));
      const next = await manager.captureAsync();
      assert.equal([next.number, next.gitCheckpoint, next.gitStatus.error], [2, 1, undefined]);
    }));

  it('tells the lists of git even when the checkpoint cannot be saved', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('first');
      repo.write('a.txt', 'two\n');
      // A ref where our folder of refs should be.
      repo.git('update-ref', 'refs/checkpoints', 'HEAD');
      const { gitStatus } = await managerFor(repo).captureAsync();
      assert.ok(gitStatus.error);
      assert.equal([gitStatus.branch, gitStatus.modified], ['main', ['a.txt']]);
    }));

  it('records what could not be listed of the state folders', () =>
    withRepo(async (repo) => {
      repo.write('.aiwg/closed/one.md', '1');
      repo.write('.gitignore', '.aiwg/\n');
      chmodSync(join(repo.root, '.aiwg', 'closed'), 0);
      const { aiwgState, gitStatus } = await managerFor(repo).captureAsync();
      chmodSync(join(repo.root, '.aiwg', 'closed'), 0o755);
      assert.is(gitStatus.error, undefined);
      // root may read everything.
      if (process.getuid?.() === 0) assert.equal(aiwgState.files, ['closed/one.md']);
      else assert.match(aiwgState.error ?? '', /closed/);
    }));

  it('throws a failed write to the caller and to those who listen', () =>
    withRepo(async (repo) => {
      writeFileSync(stateDirOf(repo), 'a file where the folder should be');
      const manager = managerFor(repo, { stateDir: stateDirOf(repo) });
      const heard: string[] = [];
      manager.on('error', (error) => heard.push(error.message));
      await manager.captureAsync().then(
        () => assert.unreachable(),
        (error) => assert.match(error.message, /cannot write/),
      );
      assert.is(heard.length, 1);
    }));

  it('throws at the end what nobody heard in between, and the session is over all the same', () =>
    withRepo(async (repo) => {
      const manager = managerFor(repo, { stateDir: stateDirOf(repo), interval: 20 });
      await manager.startAsync();
      rmSync(stateDirOf(repo), { recursive: true });
      writeFileSync(stateDirOf(repo), 'a file where the folder should be');
      // Git has each capture before its file is written.
      while (!existsSync(join(repo.root, '.git', 'refs', 'checkpoints', '3'))) await sleep(10);
      rmSync(stateDirOf(repo));
      await manager.stopAsync().then(
        () => assert.unreachable(),
        (error) => assert.match(error.message, /cannot write/),
      );
      assert.equal(listSessions(placeOf(repo)).sessions, []);
      rmSync(stateDirOf(repo), { recursive: true });
      assert.is((await (await manager.startAsync()).stopAsync()).total, 2);
    }));

  it('did not begin when its first capture cannot be written', () =>
    withRepo(async (repo) => {
      writeFileSync(stateDirOf(repo), 'a file where the folder should be');
      const manager = managerFor(repo, { stateDir: stateDirOf(repo) });
      await manager.startAsync().then(
        () => assert.unreachable(),
        (error) => assert.match(error.message, /cannot write/),
      );
      assert.equal(listSessions(placeOf(repo)).sessions, []);
      assert.is((await manager.stopAsync()).total, 0);
    }));

  it('cannot wait for a capture in its own event loop, and says so', () =>
    withRepo((repo) => {
      assert.throws(() => managerFor(repo).captureCheckpoint(), /use startAsync, captureAsync and stopAsync/);
    }));

  it('warns of a damaged file and sums up the others', () =>
    withRepo(async (repo) => {
      const manager = managerFor(repo, { stateDir: stateDirOf(repo) });
      await manager.captureAsync();
      writeFileSync(join(stateDirOf(repo), 'checkpoints', '002-checkpoint.json'), '{');
      const warnings: string[] = [];
      manager.on('warning', ({ message }) => warnings.push(message));
      assert.is(manager.summarizeCheckpoints().total, 1);
      assert.match(warnings[0] ?? '', /002-checkpoint\.json was skipped/);
    }));

  it('refuses an interval, a number and a place that make no sense', () =>
    withRepo(async (repo) => {
      for (const interval of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
        assert.throws(() => managerFor(repo, { interval }), /interval must be/);
      assert.throws(() => managerFor(repo).captureAsync(1.5), /is not a checkpoint number/);
      assert.throws(() => new CaptureSession({} as ManagerOptions), /needs a projectRoot/);
    }));

  it('shows a sign of life while it runs and none when it ended', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const manager = managerFor(repo, { agent: 'claude-code' });
      await manager.startAsync();
      const [live] = listSessions(placeOf(repo)).sessions;
      assert.equal(
        [live?.id, live?.agent, live?.branch, live?.checkpoint, live?.files, live?.process?.pid],
        ['session-of-ada', 'claude-code', 'main', 1, ['a.txt'], process.pid],
      );
      await manager.stopAsync();
      assert.equal(listSessions(placeOf(repo)).sessions, []);
    }));

  it('shows its sign of life again when somebody took it for dead', () =>
    withRepo(async (repo) => {
      const manager = managerFor(repo);
      await manager.startAsync();
      const before = listSessions(placeOf(repo)).sessions[0];
      assert.ok(before);
      updateOpenSession(placeOf(repo), before, { open: false });
      await manager.captureAsync();
      const after = listSessions(placeOf(repo)).sessions[0];
      assert.equal([after?.key, after?.started, after?.checkpoint, after?.open], [before.key, before.started, 2, true]);
      await manager.stopAsync();
    }));

  it('keeps two managers of one process and one directory apart', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const options = { stateDir: stateDirOf(repo), interval: 30 };
      const managers = [managerFor(repo, options), managerFor(repo, options)];
      for (const manager of managers) await manager.startAsync();
      await Promise.all(managers.map((manager) => ticks(manager, 3)));
      await Promise.all(managers.map((manager) => manager.stopAsync()));
      const all = managers[0]?.getAllCheckpoints() ?? [];
      const files = readdirSync(join(stateDirOf(repo), 'checkpoints'));
      assert.ok(all.length >= 8);
      assert.is(files.length, all.length);
      assert.is(new Set(all.map(({ gitCheckpoint }) => gitCheckpoint)).size, all.length);
    }));

  it('does not count its own files as work of the session', () =>
    withRepo(async (repo) => {
      const manager = managerFor(repo, { stateDir: join(repo.root, '.aiwg', 'iterations', '001') });
      repo.write('a.txt', 'one\n');
      await manager.captureAsync();
      assert.equal((await manager.captureAsync()).filesModified, ['a.txt']);
      assert.ok(existsSync(join(repo.root, '.aiwg', 'iterations', '001', 'checkpoints', '002-checkpoint.json')));
    }));
});
