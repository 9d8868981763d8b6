import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { listSessions, updateOpenSession } from '../../../src/local/session-register.ts';
import type { CheckpointData } from '../../../src/watch/checkpoint-data.ts';
import { CheckpointManager, type ManagerOptions } from '../../../src/watch/checkpoint-manager.ts';
import { fixedWorld } from '../../support/fixed-world.ts';
import { describe } from '../../support/suite.ts';
import { type TestRepo, withRepo } from '../../support/with-repo.ts';

function managerFor(repo: TestRepo, options: Partial<ManagerOptions> = {}): CheckpointManager {
  const world = fixedWorld(repo.root, { now: () => new Date() });
  return new CheckpointManager({ projectRoot: repo.root, sessionId: 'session-of-ada', ...options }, world);
}

const placeOf = (repo: TestRepo) => ({ root: repo.root, commonDir: join(repo.root, '.git') });
const stateDirOf = (repo: TestRepo) => join(repo.home, 'state');

/** Waits for captures; the manager's own timers would not keep the process alive. */
async function ticks(manager: CheckpointManager, amount: number): Promise<void> {
  const alive = setInterval(() => {}, 1000);
  for (let seen = 0; seen < amount; seen += 1) await once(manager, 'checkpoint');
  clearInterval(alive);
}

describe('CheckpointManager', (it) => {
  it('captures at the start, at every interval and at the end, each a checkpoint in git', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const manager = managerFor(repo, { stateDir: stateDirOf(repo), interval: 50 });
      assert.is(manager.start(), manager);
      await ticks(manager, 2);
      const summary = await manager.stop();
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
      const { timestamp, duration, memory, gitCommit, ...data } = await manager.captureCheckpoint(5);
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
      await manager.captureCheckpoint();
      repo.commit('second');
      repo.write('between.txt', '1\n');
      repo.commit('made and committed between two captures');
      const { filesModified, gitStatus } = await manager.captureCheckpoint();
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
      await manager.captureCheckpoint();
      repo.git('switch', '-q', 'main');
      assert.equal((await manager.captureCheckpoint()).filesModified, []);
    }));

  it('merges captures that wait, and answers each caller with one that began after its call', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const manager = managerFor(repo);
      const first = manager.captureCheckpoint();
      await Promise.resolve();
      await Promise.resolve();
      repo.write('a.txt', 'two\n');
      const later = await Promise.all([
        manager.captureCheckpoint(),
        manager.captureCheckpoint(),
        manager.captureCheckpoint(),
      ]);
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
      manager.start();
      const [one, other] = await Promise.all([manager.stop(), manager.stop()]);
      assert.is(one.total, 2);
      assert.is(one, other);
      assert.is(await manager.stop(), one);
      assert.equal(stopped, [one]);
    }));

  it('starts again after a stop and goes on counting', () =>
    withRepo(async (repo) => {
      const manager = managerFor(repo, { stateDir: stateDirOf(repo) });
      await manager.start().stop();
      const summary = await manager.start().stop();
      assert.equal(
        summary.checkpoints.map(({ number }) => number),
        [1, 2, 3, 4],
      );
    }));

  it('goes on where a session of the same id left the directory', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', '1\n');
      const options = { stateDir: stateDirOf(repo) };
      await managerFor(repo, options).captureCheckpoint();
      repo.git('add', '-A');
      repo.git('commit', '-qm', 'first');
      repo.write('b.txt', '1\n');
      const next = await managerFor(repo, options).captureCheckpoint();
      assert.is(next.number, 2);
      assert.equal(next.filesModified, ['a.txt', 'b.txt']);
      const other = managerFor(repo, { ...options, sessionId: 'another' });
      assert.is((await other.captureCheckpoint()).number, 3);
      assert.is(other.getAllCheckpoints().length, 1);
      assert.is(other.summarizeCheckpoints(options.stateDir).total, 3);
    }));

  it('changes the interval on the fly', () =>
    withRepo(async (repo) => {
      const manager = managerFor(repo);
      assert.is(manager.interval, 1_800_000);
      manager.start();
      await ticks(manager, 1);
      manager.start({ interval: 40 });
      await ticks(manager, 2);
      manager.interval = 3_600_000;
      const { total } = await manager.stop();
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
      await manager.start().stop();
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
      const first = await manager.captureCheckpoint();
      assert.is(await manager.captureCheckpoint(), first);
      assert.is(unchanged, 1);
      repo.write('a.txt', 'two\n');
      assert.is((await manager.captureCheckpoint()).gitCheckpoint, 2);
      assert.is(manager.summarizeCheckpoints().total, 2);
    }));

  it('records a failure of git and goes on', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const manager = managerFor(repo, { stateDir: stateDirOf(repo) });
      renameSync(join(repo.root, '.git'), join(repo.home, 'away'));
      const failed = await manager.captureCheckpoint();
      assert.match(failed.gitStatus.error ?? '', /not a git repository/);
      assert.is(failed.gitCheckpoint, undefined);
      renameSync(join(repo.home, 'away'), join(repo.root, '.git'));
      const next = await manager.captureCheckpoint();
      assert.equal([next.number, next.gitCheckpoint, next.gitStatus.error], [2, 1, undefined]);
    }));

  it('tells the lists of git even when the checkpoint cannot be saved', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      mkdirSync(join(repo.root, '.git', 'refs', 'notes'), { recursive: true });
      repo.commit('first');
      repo.write('a.txt', 'two\n');
      writeFileSync(join(repo.root, '.git', 'git-checkpoint'), 'a file where our folder should be');
      const { gitStatus } = await managerFor(repo).captureCheckpoint();
      assert.ok(gitStatus.error);
      assert.equal([gitStatus.branch, gitStatus.modified], ['main', ['a.txt']]);
    }));

  it('records what could not be listed of the state folders', () =>
    withRepo(async (repo) => {
      repo.write('.aiwg/closed/one.md', '1');
      repo.write('.gitignore', '.aiwg/\n');
      chmodSync(join(repo.root, '.aiwg', 'closed'), 0);
      const { aiwgState, gitStatus } = await managerFor(repo).captureCheckpoint();
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
      await manager.captureCheckpoint().then(
        () => assert.unreachable(),
        (error) => assert.match(error.message, /cannot write/),
      );
      assert.is(heard.length, 1);
    }));

  it('throws at the end what nobody heard in between, and the session is over all the same', () =>
    withRepo(async (repo) => {
      writeFileSync(stateDirOf(repo), 'a file where the folder should be');
      const manager = managerFor(repo, { stateDir: stateDirOf(repo) });
      manager.start();
      await manager.stop().then(
        () => assert.unreachable(),
        (error) => assert.match(error.message, /cannot write/),
      );
      assert.equal(listSessions(placeOf(repo)).sessions, []);
      rmSync(stateDirOf(repo));
      assert.is((await manager.start().stop()).total, 2);
    }));

  it('warns of a damaged file and sums up the others', () =>
    withRepo(async (repo) => {
      const manager = managerFor(repo, { stateDir: stateDirOf(repo) });
      await manager.captureCheckpoint();
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
      assert.throws(() => managerFor(repo).captureCheckpoint(1.5), /is not a checkpoint number/);
      assert.throws(() => new CheckpointManager({} as ManagerOptions), /needs a projectRoot/);
    }));

  it('shows a sign of life while it runs and none when it ended', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const manager = managerFor(repo, { agent: 'claude-code' });
      manager.start();
      await ticks(manager, 1);
      const [live] = listSessions(placeOf(repo)).sessions;
      assert.equal(
        [live?.id, live?.agent, live?.branch, live?.checkpoint, live?.files, live?.process?.pid],
        ['session-of-ada', 'claude-code', 'main', 1, ['a.txt'], process.pid],
      );
      await manager.stop();
      assert.equal(listSessions(placeOf(repo)).sessions, []);
    }));

  it('shows its sign of life again when somebody took it for dead', () =>
    withRepo(async (repo) => {
      const manager = managerFor(repo);
      manager.start();
      await ticks(manager, 1);
      const before = listSessions(placeOf(repo)).sessions[0];
      assert.ok(before);
      updateOpenSession(placeOf(repo), before, { open: false });
      await manager.captureCheckpoint();
      const after = listSessions(placeOf(repo)).sessions[0];
      assert.equal([after?.key, after?.started, after?.checkpoint, after?.open], [before.key, before.started, 2, true]);
      await manager.stop();
    }));

  it('keeps two managers of one process and one directory apart', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const options = { stateDir: stateDirOf(repo), interval: 30 };
      const managers = [managerFor(repo, options), managerFor(repo, options)];
      for (const manager of managers) manager.start();
      await Promise.all(managers.map((manager) => ticks(manager, 3)));
      await Promise.all(managers.map((manager) => manager.stop()));
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
      await manager.captureCheckpoint();
      assert.equal((await manager.captureCheckpoint()).filesModified, ['a.txt']);
      assert.ok(existsSync(join(repo.root, '.aiwg', 'iterations', '001', 'checkpoints', '002-checkpoint.json')));
    }));
});
