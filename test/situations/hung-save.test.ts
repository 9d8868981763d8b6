import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { bash, fireProcess, prompt, settled, start, stop } from '../support/hook-session.ts';
import { checkpoint, runCli } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** A clean filter that hangs as long as the file `hang` is there, as one that waits for a server does. */
function withHangingFilter(repo: TestRepo): void {
  const script = `if [ -e ${repo.home}/hang ]; then echo $$ > ${repo.home}/pid; sleep 600; fi; cat`;
  repo.write('../filter.sh', script);
  repo.git('config', 'filter.slow.clean', `sh ${repo.home}/filter.sh`);
  repo.write('.gitattributes', '*.slow filter=slow\n');
  repo.commit('begin');
  writeFileSync(join(repo.home, 'hang'), '');
}

const own = (repo: TestRepo, name: string) => join(repo.root, '.git/git-checkpoint', name);

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 50) {
    if (waited > 60_000) throw new Error('it did not come to that');
    await sleep(50);
  }
}

function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

describe('a save that hangs', (it) => {
  it('is ended with what it started, the later ones go on, and the next start and doctor say so', () =>
    withRepo(async (repo) => {
      withHangingFilter(repo);
      const env = { GIT_CHECKPOINT_SAVE_LIMIT: '5' };
      fireProcess(repo, start('startup'), { env });
      fireProcess(repo, prompt('1'), { env });
      repo.write('data.slow', 'one\n');
      fireProcess(repo, stop('1'), { env });
      const pidFile = join(repo.home, 'pid');
      await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'));
      const pid = Number(readFileSync(pidFile, 'utf8'));
      assert.ok(isAlive(pid));
      fireProcess(repo, { ...stop('2'), session_id: 'session-2' }, { env });
      assert.match(runCli(repo, ['doctor']).stdout, /saves? waits? for one that is being done now/);
      spawnSync('rm', [join(repo.home, 'hang')]);
      await until(() => existsSync(own(repo, 'hung-save')));
      await until(() => !isAlive(pid));
      await settled(repo);
      assert.is(repo.git('show', 'refs/checkpoints/1:data.slow'), 'one');
      assert.match(runCli(repo, ['doctor']).stdout, 'git-checkpoint ended a save (turn-end');
      const { notice } = fireProcess(repo, start('clear', 'session-3'), { env });
      assert.match(notice, /git-checkpoint ended a save \(turn-end, .*\) that took longer than 5 s\./);
      assert.not.match(fireProcess(repo, start('clear', 'session-4'), { env }).notice, 'ended a save');
      assert.match(readFileSync(own(repo, 'journal'), 'utf8'), 'a save took longer than 5 s and was ended');
    }));

  it('loses its place to the next one when its process gives no sign of life', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', '1\n');
      fireProcess(repo, start('startup'));
      fireProcess(repo, prompt('1'));
      mkdirSync(join(repo.root, '.git/git-checkpoint'), { recursive: true });
      const holder = readFileSync(`/proc/${process.pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[19];
      writeFileSync(own(repo, 'saving'), `${process.pid} ${hostname()}+${holder}`);
      const long = new Date(Date.now() - 120_000);
      utimesSync(own(repo, 'saving'), long, long);
      fireProcess(repo, stop('1'));
      await settled(repo);
      assert.is(repo.git('show', 'refs/checkpoints/1:a.txt'), '1');
    }));

  it('does not let a destructive command pass in silence', () =>
    withRepo((repo) => {
      withHangingFilter(repo);
      fireProcess(repo, start('startup'));
      fireProcess(repo, prompt('1'));
      repo.write('data.slow', 'one\n');
      const { notice } = fireProcess(repo, bash('git reset --hard'));
      assert.match(notice, 'git-checkpoint could not save before this command: took longer than 12000 ms');
      assert.not.ok(isAlive(Number(readFileSync(join(repo.home, 'pid'), 'utf8'))));
    }));
});

describe('a transcript that is no file', (it) => {
  it('holds up neither a hook nor a save', () =>
    withRepo(async (repo) => {
      const fifo = join(repo.home, 'transcript.jsonl');
      spawnSync('mkfifo', [fifo]);
      repo.write('a.txt', '1\n');
      const told = { transcript_path: fifo };
      fireProcess(repo, { ...start('startup'), ...told });
      fireProcess(repo, { ...prompt('1'), ...told });
      fireProcess(repo, { ...stop('1'), last_assistant_message: 'Done.', ...told });
      await settled(repo);
      assert.is(repo.git('show', 'refs/checkpoints/1:a.txt'), '1');
      const named = runCli(repo, ['save', '-m', 'x', '--transcript', fifo]);
      assert.is(named.status, 0, named.stderr);
      assert.match(named.stderr, 'is not a file');
      assert.match(checkpoint(repo, 'list'), 'x');
    }));
});
