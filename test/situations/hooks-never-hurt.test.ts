import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { addJob, listJobs } from '../../src/local/jobs.ts';
import { ownName } from '../../src/local/owner.ts';
import {
  bash,
  checkpointCount,
  end,
  fire,
  fireProcess,
  journal,
  prompt,
  settled,
  start,
  stop,
} from '../support/hook-session.ts';
import { bundleEnv, CLI } from '../support/run-cli.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

const agents = ['claude-code', 'codex', 'gemini-cli'];
const silent: Readonly<Record<string, string>> = { 'claude-code': '{}\n', codex: '', 'gemini-cli': '{}\n' };

describe('a hook that cannot do its work', (it) => {
  for (const [word, input] of [
    ['empty', ''],
    ['not JSON', '{"session_id": "x", '],
    ['a list', '[1, 2, 3]'],
    ['of unknown shape', '{"hook_event_name": 42}'],
    ['huge', `{"hook_event_name":"Stop","session_id":"s","x":"${'x'.repeat(9 * 1024 * 1024)}"}`],
  ] as const) {
    it(`answers a payload that is ${word} in the form of each agent, and says so in the journal`, () =>
      withRepo(async (repo) => {
        const env = { XDG_STATE_HOME: join(repo.home, 'state') };
        for (const agent of agents) {
          const run = await runMain(repo, ['hook', agent], { input, env });
          assert.equal([run.status, run.stdout], [0, silent[agent]]);
        }
        const lines = readFileSync(join(env.XDG_STATE_HOME, 'git-checkpoint', 'journal'), 'utf8')
          .trim()
          .split('\n');
        assert.is(lines.length, 3);
        assert.match(lines[0] ?? '', / claude-code payload: /);
      }));
  }

  it('says once in a folder outside of repositories that nothing is saved there, and writes no journal', () =>
    withRepo(async (repo) => {
      const env = { XDG_STATE_HOME: join(repo.home, 'state') };
      const outside = join(repo.home, 'outside');
      mkdirSync(outside);
      const { notice } = await fire(repo, start('startup'), { cwd: outside, env });
      assert.match(notice, /^git-checkpoint saves nothing here: this folder is not in a git repository\. `git init`/);
      for (const event of [stop('p'), end('clear'), start('clear', 'session-2'), start('startup', 'session-3')]) {
        const run = await fire(repo, event, { cwd: outside, env });
        assert.equal([run.status, run.stdout, run.stderr], [0, '', '']);
      }
      assert.is(existsSync(join(env.XDG_STATE_HOME, 'git-checkpoint', 'journal')), false);
    }));

  it('takes the directory of the event where its own is gone, and needs neither', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const gone = join(repo.home, 'gone');
      const fireThere = (cwd: string, ...args: string[]) => {
        mkdirSync(gone);
        const input = JSON.stringify({ ...bash('git reset --hard'), session_id: 's', cwd });
        const script = 'rmdir "$PWD"; exec "$@"';
        const options = { cwd: gone, env: bundleEnv(repo.env), encoding: 'utf8', input } as const;
        return spawnSync('sh', ['-c', script, 'sh', process.execPath, CLI, ...args], options);
      };
      const nowhere = fireThere(gone, 'hook', 'claude-code');
      assert.equal([nowhere.status, nowhere.stdout, nowhere.stderr], [0, '{}\n', '']);
      assert.is(fireThere(repo.root, 'hook', 'claude-code').status, 0);
      assert.is(checkpointCount(repo), 1);
      const { status, stderr } = fireThere(gone, 'save');
      assert.equal([status, stderr], [128, 'fatal: the current directory no longer exists\n']);
    }));

  it('does not fail where there is no git', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      for (const event of [start('startup'), stop('p'), end('clear')]) {
        assert.is(fireProcess(repo, event, { env: { PATH: '/nowhere' } }).status, 0);
      }
      await settled(repo);
    }));

  it('says at the start that it could not resume, and why', () =>
    withRepo(async (repo) => {
      appendFileSync(join(repo.root, '.git/config'), '[open\n');
      const run = await fire(repo, start('startup'));
      assert.is(run.status, 0);
      assert.match(run.notice, /^git-checkpoint could not resume: bad config line .* See `git checkpoint doctor`$/);
    }));

  it('uses the journal of the user where the repository cannot be written', () =>
    withRepo(async (repo) => {
      const env = { XDG_STATE_HOME: join(repo.home, 'state') };
      writeFileSync(join(repo.root, '.git', 'git-checkpoint'), 'in the way');
      assert.is((await fire(repo, stop('p'), { env })).status, 0);
      assert.match(readFileSync(join(env.XDG_STATE_HOME, 'git-checkpoint', 'journal'), 'utf8'), 'turn-end: ');
    }));

  it('saves a turn whose transcript cannot be read, and says so', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await fire(repo, prompt('p'));
      const turn = { ...stop('p'), last_assistant_message: 'Done.', transcript_path: repo.home };
      assert.is((await fire(repo, turn)).status, 0);
      assert.is(checkpointCount(repo), 1);
      assert.match(journal(repo), 'The transcript could not be read');
    }));

  it('saves before a destructive command also while another save does not end', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      const own = join(repo.root, '.git', 'git-checkpoint');
      mkdirSync(own, { recursive: true });
      writeFileSync(join(own, 'saving'), ownName());
      assert.match((await fire(repo, bash('git reset --hard'))).notice, /^Before `git reset --hard`: /);
      assert.is(checkpointCount(repo), 1);
    }));

  it('goes on with the saves that wait when the end of one cannot be written down, and tells it once', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.write('../transcript.jsonl', '');
      mkdirSync(join(repo.root, '.git', 'git-checkpoint'));
      writeFileSync(join(repo.root, '.git', 'git-checkpoint', 'sessions'), 'in the way');
      const gitDir = join(repo.root, '.git');
      const place = { root: repo.root, gitDir, commonDir: gitDir, prefix: '' };
      const event = {
        kind: 'before-compact',
        trigger: 'manual',
        transcript: join(repo.home, 'transcript.jsonl'),
      } as const;
      for (const session of ['one', 'two', 'three'])
        addJob(place, { agent: 'claude-code', event: { ...event, session, identity: session } }, new Date());
      await runMain(repo, ['hook', 'claude-code', '--run-jobs']);
      assert.equal(listJobs(place), []);
      assert.is(journal(repo).split('before-compact, afterwards: ENOTDIR').length, 2);
    }));

  it('leaves no lock behind where the disk is full', () =>
    withRepo((repo) => {
      const own = join(repo.root, '.git', 'git-checkpoint');
      mkdirSync(own);
      const script = `mount -t tmpfs -o size=4k none "$0" && head -c 4096 /dev/zero > "$0/full" || exit 77
        "$@" >&2; echo "$?"; ls "$0"`;
      const command = ['-rm', 'sh', '-c', script, own, process.execPath, CLI, 'hook', 'claude-code'];
      const input = JSON.stringify({ session_id: 'session-1', cwd: repo.root, ...bash('git reset --hard') });
      const run = spawnSync('unshare', command, { cwd: repo.root, env: repo.env, input, encoding: 'utf8' });
      // Not every system lets everybody have namespaces of their own.
      if (run.error !== undefined || run.status === 77 || run.stderr.startsWith('unshare:')) return;
      assert.match(run.stdout, /^0\n/);
      assert.not.match(run.stdout, 'saving');
    }));

  it('exits 0 for an agent that it does not know', () =>
    withRepo(async (repo) => {
      const run = await fire(repo, stop('p'), { agent: 'nobody', env: { XDG_STATE_HOME: join(repo.home, 'state') } });
      assert.equal([run.status, run.stdout], [0, '']);
    }));

  it('keeps its journal short', () =>
    withRepo(async (repo) => {
      const path = join(repo.root, '.git', 'git-checkpoint', 'journal');
      mkdirSync(join(repo.root, '.git', 'git-checkpoint'), { recursive: true });
      writeFileSync(path, 'an old line of the journal\n'.repeat(10_000));
      appendFileSync(join(repo.root, '.git/config'), '[open\n');
      await fire(repo, start('startup'));
      const text = readFileSync(path, 'utf8');
      assert.ok(text.length < 70_000);
      assert.match(text.trim().split('\n').at(-1) ?? '', 'session-start: ');
    }));
});
