import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { ownerOf } from '../../../src/local/owner.ts';
import { newSessionRecord, type SessionRecord } from '../../../src/local/session-record.ts';
import {
  findSession,
  forgetOldSessions,
  listCrashed,
  listSessions,
  removeSession,
  updateOpenSession,
  writeSession,
} from '../../../src/local/session-register.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

const now = new Date('2026-01-02T03:04:05Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const name = { agent: 'claude-code', key: 'one' };

type Place = { readonly commonDir: string };

/** Gives the check a register and the folder of its records. */
const withRegister = (use: (place: Place, records: string) => void | Promise<void>) =>
  withFolder(async (commonDir) => use({ commonDir }, join(commonDir, 'git-checkpoint', 'sessions')));

/** Records a session that began and has not ended. */
function begin(place: Place, session: Partial<SessionRecord> = {}): void {
  const facts = { agent: 'claude-code', id: 'one', worktree: '/home/ada/shop', branch: 'main', open: true };
  writeSession(place, newSessionRecord({ ...facts, ...session }, now));
}

const crashedAt = (place: Place, moment: Date) => listCrashed(place, moment).sessions.map(({ id }) => id);

/** Starts a process that does nothing; `kill` ends it and waits until it is gone. */
function sleeper() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { owner: ownerOf(child.pid ?? 0), kill };
}

describe('the register of sessions', (it) => {
  it('keeps what was recorded of a session last', () =>
    withRegister((place) => {
      begin(place);
      const changed = { seen: later(5).toISOString(), checkpoint: 42, files: ['a.ts'], branch: 'topic' };
      assert.ok(updateOpenSession(place, name, changed));
      const [record] = listSessions(place).sessions;
      assert.equal(record, findSession(place, name));
      assert.is(record?.started, now.toISOString());
      assert.equal(
        [record?.seen, record?.checkpoint, record?.files, record?.branch, record?.worktree],
        [later(5).toISOString(), 42, ['a.ts'], 'topic', '/home/ada/shop'],
      );
    }));

  it('has one file for each session, for its owner alone', () =>
    withRegister((place, records) => {
      begin(place);
      begin(place, { agent: 'codex' });
      begin(place, { prompts: 3 });
      assert.equal(readdirSync(records).sort(), ['claude-code.one.json', 'codex.one.json']);
      for (const file of readdirSync(records)) assert.is(statSync(join(records, file)).mode & 0o777, 0o600);
    }));

  it('keeps no more than 200 files of a session', () =>
    withRegister((place) => {
      begin(place, { files: Array.from({ length: 300 }, (_, at) => `${at}.ts`) });
      assert.is(findSession(place, name)?.files.length, 200);
    }));

  it('changes nothing of a session that ended, and knows nothing of one that was removed', () =>
    withRegister((place) => {
      begin(place, { open: false, ended: now.toISOString() });
      assert.not.ok(updateOpenSession(place, name, { checkpoint: 42 }));
      assert.is(findSession(place, name)?.checkpoint, undefined);
      removeSession(place, name);
      assert.equal(listSessions(place).sessions, []);
      assert.not.ok(updateOpenSession(place, name, {}));
    }));

  it('tells a session whose process was killed, at once', () =>
    withRegister(async (place) => {
      const { owner, kill } = sleeper();
      begin(place, { process: owner });
      assert.equal(crashedAt(place, later(600)), []);
      await kill();
      assert.equal(crashedAt(place, now), ['one']);
    }));

  it('does not call a session crashed that ended, was recovered, or was only seen, when its process is gone', () =>
    withRegister(async (place) => {
      const { owner, kill } = sleeper();
      await kill();
      begin(place, { process: owner });
      updateOpenSession(place, name, { open: false });
      begin(place, { id: 'ended', process: owner, open: false, ended: now.toISOString() });
      writeSession(place, newSessionRecord({ agent: 'codex', id: 'seen', worktree: '/', process: owner }, now));
      assert.equal(crashedAt(place, later(60 * 24 * 3)), []);
      assert.is(listSessions(place).sessions.length, 3);
    }));

  it('is not fooled by a new process under an old number', () =>
    withRegister((place) => {
      begin(place, { process: { ...ownerOf(process.pid), start: '1' } });
      assert.equal(crashedAt(place, now), ['one']);
    }));

  it('judges a session of another machine by its silence only', () =>
    withRegister((place) => {
      begin(place, { process: { pid: 1, start: '1', host: 'elsewhere' }, beatEvery: 30_000 });
      assert.equal([crashedAt(place, later(9)), crashedAt(place, later(11))], [[], ['one']]);
    }));

  it('gives a session without a known process a day', () =>
    withRegister((place) => {
      begin(place);
      assert.equal([crashedAt(place, later(23 * 60)), crashedAt(place, later(25 * 60))], [[], ['one']]);
    }));

  it('names a record that cannot be read and still lists the others', () =>
    withRegister((place, records) => {
      begin(place);
      const torn = ['{"key": "to', 'null', '{"agent": "a", "id": "b", "started": "", "seen": "", "files": 3}'];
      for (const [at, text] of torn.entries()) writeFileSync(join(records, `torn-${at}.json`), text);
      const { sessions, unreadable } = listSessions(place);
      assert.is(sessions.length, 1);
      assert.equal(
        unreadable.toSorted(),
        torn.map((_, at) => join(records, `torn-${at}.json`)),
      );
    }));

  it('keeps an id that would leave the folder inside it', () =>
    withRegister((place, records) => {
      begin(place, { id: '../../escape' });
      assert.is(readdirSync(records).length, 1);
      assert.is(listSessions(place).sessions[0]?.id, '../../escape');
      removeSession(place, { agent: 'claude-code', key: '../../escape' });
      assert.is(readdirSync(records).length, 0);
    }));

  it('forgets after a week what ended or cannot be read, but never a crash that nobody recovered', () =>
    withRegister((place, records) => {
      begin(place, { id: 'crashed' });
      begin(place, { id: 'ended', open: false });
      begin(place, { id: 'fresh', open: false });
      writeFileSync(join(records, 'torn.json'), '{');
      const at = Date.now();
      const old = at / 1000 - 8 * 86_400;
      for (const file of ['claude-code.crashed.json', 'claude-code.ended.json', 'torn.json'])
        utimesSync(join(records, file), old, old);
      forgetOldSessions(place, new Date(at));
      assert.equal(readdirSync(records).sort(), ['claude-code.crashed.json', 'claude-code.fresh.json']);
    }));
});
