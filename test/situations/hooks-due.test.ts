import { spawnSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { type CommandFilter, filterCommand } from '../../src/agents/command-filter.ts';
import { checkpointCount, fire, prompt, start, stop } from '../support/hook-session.ts';
import { bundleEnv, CLI } from '../support/run-cli.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** What an agent's shell makes of an installed entry for a prompt; the answer, or nothing when the program is not started. */
function enter(repo: TestRepo, id: string, { filter, args }: { filter: CommandFilter; args: string }): string {
  const command = filterCommand(`'${process.execPath}' '${CLI}' hook claude-code ${args}`.trim(), filter);
  const run = spawnSync('sh', ['-c', command], {
    cwd: repo.root,
    env: bundleEnv(repo.env),
    input: JSON.stringify({ session_id: 'session-1', cwd: repo.root, ...prompt(id) }),
    encoding: 'utf8',
  });
  assert.is(run.status, 0, run.stderr);
  return run.stdout === '' ? '' : JSON.parse(run.stdout).systemMessage;
}

/** A prompt with both entries, first the one that the agent waits for; what the user is told. */
function submit(repo: TestRepo, id: string): string {
  const told = enter(repo, id, { filter: 'due', args: '' });
  assert.is(enter(repo, id, { filter: 'nothing-due', args: '--async' }), '');
  return told;
}

async function turn(repo: TestRepo, id: string): Promise<string> {
  const told = submit(repo, id);
  repo.write('a.txt', `${id}\n`);
  await fire(repo, stop(id));
  return told;
}

/** Puts a file where the refs of checkpoints lie; answers what takes it away again. */
function preventSaves({ root }: TestRepo): () => void {
  const refs = join(root, '.git', 'refs', 'checkpoints');
  renameSync(refs, `${refs}-aside`);
  writeFileSync(refs, '');
  return () => {
    rmSync(refs);
    renameSync(`${refs}-aside`, refs);
  };
}

describe('a prompt whose hook runs beside the agent', (it) => {
  it('is waited for when there is something to tell, and then once', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await fire(repo, start('startup'));
      assert.is(await turn(repo, '1'), '');
      assert.is(checkpointCount(repo), 1);
      const giveWay = preventSaves(repo);
      assert.is(await turn(repo, '2'), '');
      assert.match(await turn(repo, '3'), /^Not saved since \d\d:\d\d: .*not a directory/);
      assert.is(await turn(repo, '4'), '');
      giveWay();
      assert.is(await turn(repo, '5'), '');
      assert.match(await turn(repo, '6'), /^Saved again/);
      assert.is(await turn(repo, '7'), '');
    }));

  it('leaves what is to be told to one that is heard', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await fire(repo, start('startup'));
      await turn(repo, '1');
      preventSaves(repo);
      await turn(repo, '2');
      assert.is((await fire(repo, prompt('3'), { args: ['--async'] })).notice, '');
      assert.match((await fire(repo, prompt('4'))).notice, /^Not saved since/);
    }));
});
