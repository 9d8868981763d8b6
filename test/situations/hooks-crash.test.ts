import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { listSessions } from '../../src/local/session-register.ts';
import { ClaudeTranscript } from '../support/claude-transcript.ts';
import { bash, checkpointCount, end, fire, prompt, settled, start, stop } from '../support/hook-session.ts';
import { CLI } from '../support/run-cli.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo, withRepo } from '../support/with-repo.ts';

/** The number of a process that is gone. */
const deadProcess = () => ({ CLAUDE_PID: String(spawnSync('true').pid) });

const newest = async (repo: TestRepo) => JSON.parse(await checkpoint(repo, 'list', '--json', '-n', '1'))[0];

/** Gives the check a repository and a second worktree of it. */
const withWorktree = (use: (repo: TestRepo, linked: TestRepo) => Promise<void>) =>
  withRepo(async (repo) => {
    repo.commit('first');
    repo.git('worktree', 'add', '-q', '-b', 'topic', join(repo.home, 'linked'));
    await use(repo, testRepo(repo.home, join(repo.home, 'linked')));
  });

describe('an agent that dies', (it) => {
  it('has its last work saved by the next session', () =>
    withRepo(async (repo) => {
      await fire(repo, start('startup'), { env: deadProcess() });
      repo.write('a.txt', 'written in the middle of a turn\n');
      const next = await fire(repo, start('startup', 'session-2'));
      assert.match(next.context, 'written in the middle of a turn');
      assert.is((await newest(repo)).trigger, 'recover');
      assert.is((await newest(repo)).session.id, 'session-1');
      await fire(repo, start('startup', 'session-3'));
      assert.is(checkpointCount(repo), 1);
    }));

  it('is told by recover with the files that its checkpoint knows', () =>
    withRepo(async (repo) => {
      const env = deadProcess();
      await fire(repo, start('startup'), { env });
      assert.not.match(await checkpoint(repo, 'recover'), 'Files modified');
      await fire(repo, prompt('Write it'), { env });
      repo.write('a.txt', 'one\n');
      await fire(repo, stop('Written.'), { env });
      assert.match(await checkpoint(repo, 'recover'), /Files modified +1: a\.txt\n/);
    }));

  it('has its work saved when the same session goes on', () =>
    withRepo(async (repo) => {
      await fire(repo, start('startup'), { env: deadProcess() });
      repo.write('a.txt', 'one\n');
      await fire(repo, start('resume'));
      assert.is((await newest(repo)).trigger, 'recover');
    }));

  it('keeps in its record which session it continued', () =>
    withRepo(async (repo) => {
      const env = deadProcess();
      await fire(repo, start('startup'), { env });
      await fire(repo, end('clear'), { env });
      await fire(repo, start('clear', 'session-2'), { env });
      repo.write('a.txt', 'one\n');
      await fire(repo, start('resume', 'session-2'));
      assert.is((await newest(repo)).trigger, 'recover');
      const { sessions } = listSessions({ commonDir: join(repo.root, '.git') });
      assert.equal(
        sessions.map(({ id, previousId, open, process: { pid } = { pid: 0 } }) => ({ id, previousId, open, pid })),
        [
          { id: 'session-1', previousId: undefined, open: false, pid: Number(env.CLAUDE_PID) },
          { id: 'session-2', previousId: 'session-1', open: true, pid: process.pid },
        ],
      );
    }));

  it('is left to the next session of its own worktree', () =>
    withWorktree(async (repo, linked) => {
      await fire(linked, start('startup'), { env: deadProcess() });
      linked.write('a.txt', 'in the other worktree\n');
      await fire(repo, start('startup', 'session-2'));
      assert.is(checkpointCount(repo), 0);
      assert.match((await fire(linked, start('startup', 'session-3'))).context, 'in the other worktree');
      assert.is((await newest(linked)).trigger, 'recover');
    }));

  it('has not died when its end came from another worktree', () =>
    withWorktree(async (repo, linked) => {
      await fire(repo, start('startup'), { env: deadProcess() });
      await fire(linked, end('other'));
      repo.write('a.txt', 'by hand\n');
      await fire(repo, start('startup', 'session-2'));
      assert.is(checkpointCount(repo), 0);
      assert.match(await checkpoint(repo, 'recover', '--json'), '"sessions":[]');
    }));

  it('does not speak for the session that went on beside it', () =>
    withRepo(async (repo) => {
      const dies = spawn('sleep', ['60']);
      const asks = (id: string, request: string) => {
        const transcript = new ClaudeTranscript();
        transcript.prompt(request);
        transcript.call('t1', 'TodoWrite', {
          todos: [{ content: request, status: 'in_progress', activeForm: request }],
        });
        transcript.result('t1', 'Todos have been modified successfully');
        const transcript_path = join(repo.home, `${id}.jsonl`);
        writeFileSync(transcript_path, transcript.text);
        return { session_id: id, transcript_path, prompt_id: request };
      };
      await fire(repo, start('startup', 'goes-on'));
      const env = { CLAUDE_PID: String(dies.pid) };
      await fire(repo, { ...start('startup', 'dies'), ...asks('dies', 'Sort the list of names') }, { env });
      dies.kill('SIGKILL');
      await once(dies, 'exit');
      repo.write('a.txt', 'one\n');
      const going = asks('goes-on', 'Colour the front door');
      await fire(repo, { ...stop('p1'), ...going });
      await fire(repo, { ...end('clear'), ...going });
      const next = await fire(repo, start('clear', 'next'));
      assert.is((await newest(repo)).trigger, 'recover');
      assert.match(next.context, 'Current task:\nColour the front door');
      assert.match((await fire(repo, start('startup', 'after'))).context, 'Current task:\nColour the front door');
      await checkpoint(repo, 'save', '-m', 'By hand');
      const note = await checkpoint(repo, 'show', 'latest', '--format', 'yaml');
      assert.match(note, /current_task: .*Colour the front door/);
    }));

  it('loses no save that waited to be done', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await fire(repo, start('startup'));
      await fire(repo, prompt('p1'));
      const jobs = join(repo.root, '.git', 'git-checkpoint', 'jobs');
      mkdirSync(jobs, { recursive: true });
      const event = { kind: 'session-end', reason: 'clear', session: 'session-1', identity: 'x' };
      writeFileSync(join(jobs, '1-a.json'), JSON.stringify({ agent: 'claude-code', event, at: '' }));
      const next = await fire(repo, start('clear', 'session-2'));
      assert.match(next.notice, /^Checkpoint saved: .* \(1: /m);
    }));

  it('has what its hooks half wrote removed', () =>
    withRepo(async (repo) => {
      const { CLAUDE_PID: pid } = deadProcess();
      const own = join(repo.root, '.git', 'git-checkpoint');
      const [records, jobs] = [join(own, 'sessions'), join(own, 'jobs')];
      for (const half of [records, jobs].map((folder) => join(folder, `draft-${pid}@${hostname()}+1-1`))) {
        mkdirSync(dirname(half), { recursive: true });
        writeFileSync(half, '{');
      }
      await fire(repo, start('startup'));
      await fire(repo, stop('p1'));
      assert.equal([...readdirSync(records), ...readdirSync(jobs)], ['claude-code.session-1.json']);
    }));

  it('is not waited for when its lock was left', () =>
    withRepo(async (repo) => {
      mkdirSync(join(repo.root, '.git', 'git-checkpoint'), { recursive: true });
      const { CLAUDE_PID: pid } = deadProcess();
      writeFileSync(join(repo.root, '.git', 'git-checkpoint', 'saving'), `${pid}@${hostname()}+1`);
      repo.write('a.txt', 'one\n');
      await fire(repo, prompt('p1'));
      await fire(repo, stop('p1'));
      assert.is(checkpointCount(repo), 1);
    }));
});

describe('a lock that a kill left without its holder', (it) => {
  it('is not waited for, also when the clock was set back since', () =>
    withRepo(async (repo) => {
      const lock = join(repo.root, '.git', 'git-checkpoint', 'saving');
      mkdirSync(dirname(lock), { recursive: true });
      writeFileSync(lock, '');
      const later = Date.now() / 1000 + 3600;
      utimesSync(lock, later, later);
      repo.write('a.txt', 'one\n');
      await fire(repo, prompt('p1'));
      await fire(repo, stop('p1'));
      assert.is(checkpointCount(repo), 1);
    }));
});

describe('one event that two installations deliver', (it) => {
  it('is answered once', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await checkpoint(repo, 'save');
      assert.is.not((await fire(repo, start('startup'))).stdout, '');
      assert.is((await fire(repo, start('startup'))).stdout, '');
    }));

  it('is another event when it comes again after the clock was set back', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      await fire(repo, prompt('p1'));
      await fire(repo, end('other'));
      const claims = join(repo.root, '.git', 'git-checkpoint', 'claims');
      const later = Date.now() / 1000 + 3600;
      for (const name of readdirSync(claims)) utimesSync(join(claims, name), later, later);
      repo.write('a.txt', 'two\n');
      await fire(repo, end('other'));
      assert.is(repo.git('show', 'refs/checkpoints/2:a.txt'), 'two');
    }));

  it('is saved once, also when both come at the same moment', () =>
    withRepo(async (repo) => {
      await fire(repo, prompt('p1'));
      repo.write('a.txt', 'one\n');
      const input = JSON.stringify({ cwd: repo.root, ...end('clear') });
      const both = [1, 2].map(() => {
        const child = spawn(process.execPath, [CLI, 'hook', 'claude-code'], { cwd: repo.root, env: repo.env });
        child.stdin.end(input);
        return new Promise((resolve) => child.on('close', resolve));
      });
      assert.equal(await Promise.all(both), [0, 0]);
      await settled(repo);
      assert.is(checkpointCount(repo), 1);
    }));
});

describe('a command that may destroy work', (it) => {
  it('finds everything saved before it runs', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      repo.commit('begin');
      repo.write('a.txt', 'not committed\n');
      const asked = await fire(repo, bash('cd src && git reset --hard HEAD~1'));
      assert.is(asked.status, 0);
      assert.match(asked.notice, /^Before `git reset --hard HEAD~1`: Checkpoint saved: .* \(1: 1 file, /);
      assert.is(repo.git('show', 'refs/checkpoints/1:a.txt'), 'not committed');
      assert.not.match(asked.stdout, 'permissionDecision');
    }));

  it('costs nothing when it destroys nothing', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'one\n');
      assert.is((await fire(repo, bash('git status && ls -r'))).stdout, '{}\n');
      assert.is(checkpointCount(repo), 0);
    }));
});
