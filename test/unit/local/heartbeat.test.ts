import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import {
  beat,
  beginSession,
  endSession,
  listSessions,
  listUnended,
  type SessionPlace,
} from '../../../src/local/heartbeat.ts';
import { describe } from '../../support/suite.ts';

const now = new Date('2026-01-02T03:04:05Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

function withPlace(use: (place: SessionPlace, records: string) => void | Promise<void>): Promise<void> {
  const commonDir = mkdtempSync(join(tmpdir(), 'git-checkpoint-test-'));
  const place = { commonDir, root: '/home/ada/shop' };
  return Promise.resolve(use(place, join(commonDir, 'git-checkpoint', 'sessions-live'))).finally(() =>
    rmSync(commonDir, { recursive: true, force: true }),
  );
}

const session = { id: 'one', agent: 'claude-code', branch: 'main' };

/** Starts a process that does nothing; `kill` ends it and waits until it is gone. */
function sleeper() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { pid: child.pid ?? 0, kill };
}

/** Changes a record as another machine would have written it. */
function rewrite(records: string, change: Record<string, unknown>): void {
  const [name = ''] = readdirSync(records);
  const path = join(records, name);
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }));
}

describe('heartbeats', (it) => {
  it('keep what a session told last', () =>
    withPlace((place) => {
      beginSession(place, session, now);
      assert.ok(beat(place, 'one', { now: later(5), news: { checkpoint: 42, files: ['a.ts'], branch: 'topic' } }));
      const [live] = listSessions(place).sessions;
      assert.is(live?.started, now.toISOString());
      assert.is(live?.beat, later(5).toISOString());
      assert.equal([live?.checkpoint, live?.files, live?.branch, live?.worktree], [42, ['a.ts'], 'topic', place.root]);
    }));

  it('leave nothing of a session that ended', () =>
    withPlace((place) => {
      beginSession(place, session, now);
      endSession(place, 'one');
      assert.equal(listSessions(place).sessions, []);
      assert.not(beat(place, 'one', { now }));
    }));

  it('tell a session whose process was killed, at once', () =>
    withPlace(async (place) => {
      const { pid, kill } = sleeper();
      beginSession(place, { ...session, pid }, now);
      assert.equal(listUnended(place, later(600)).sessions, []);
      await kill();
      assert.equal(
        listUnended(place, now).sessions.map(({ id }) => id),
        ['one'],
      );
    }));

  it('are not fooled by a new process under an old number', () =>
    withPlace((place, records) => {
      beginSession(place, { ...session, pid: process.pid }, now);
      rewrite(records, { process: { pid: process.pid, start: '1' } });
      assert.is(listUnended(place, now).sessions.length, 1);
    }));

  it('judge a session of another machine by its silence only', () =>
    withPlace((place, records) => {
      beginSession(place, { ...session, pid: 1, beatEvery: 30_000 }, now);
      rewrite(records, { host: 'elsewhere' });
      assert.is(listUnended(place, later(9)).sessions.length, 0);
      assert.is(listUnended(place, later(11)).sessions.length, 1);
    }));

  it('give a session without a known process a day', () =>
    withPlace((place) => {
      beginSession(place, session, now);
      assert.is(listUnended(place, later(23 * 60)).sessions.length, 0);
      assert.is(listUnended(place, later(25 * 60)).sessions.length, 1);
    }));

  it('name a record that cannot be read and still list the others', () =>
    withPlace((place, records) => {
      beginSession(place, session, now);
      writeFileSync(join(records, 'torn.json'), '{"key": "to');
      const { sessions, unreadable } = listSessions(place);
      assert.is(sessions.length, 1);
      assert.equal(unreadable, [join(records, 'torn.json')]);
    }));

  it('keep an id that would leave the folder inside it', () =>
    withPlace((place, records) => {
      beginSession(place, { ...session, id: '../../escape' }, now);
      assert.is(readdirSync(records).length, 1);
      assert.is(listSessions(place).sessions[0]?.id, '../../escape');
      endSession(place, '../../escape');
      assert.is(readdirSync(records).length, 0);
    }));
});
