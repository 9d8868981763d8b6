import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { findProgram } from '../../src/hooks/install/find-program.ts';
import { fire, prompt, start, stop } from '../support/hook-session.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

async function doctor(repo: TestRepo): Promise<{ status: number; text: string }> {
  const { status, stdout } = await runMain(repo, ['doctor']);
  return { status, text: stdout };
}

/** A folder for a PATH: whoever installed git-checkpoint below /usr has it beside git there. */
function folderWithGitAlone(repo: TestRepo): string {
  const git = findProgram('git', process.env);
  if (git === undefined) throw new Error('no git on the PATH');
  const folder = join(repo.home, 'git-alone');
  mkdirSync(folder);
  symlinkSync(git, join(folder, 'git'));
  return folder;
}

describe('doctor', (it) => {
  it('does not say that all is well while saves fail', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await fire(repo, start('startup'));
      await fire(repo, prompt('1'));
      repo.write('a.txt', 'one\n');
      mkdirSync(join(repo.root, '.git', 'refs', 'notes'), { recursive: true });
      writeFileSync(join(repo.root, '.git', 'refs', 'notes', 'checkpoints.lock'), '');
      await fire(repo, stop('1'));
      const { status, text } = await doctor(repo);
      assert.is(status, 1);
      assert.match(text, /nothing has been saved by the hooks since \d{4}-.*lock/);
      assert.match(text, '1 save failed and will be tried again');
    }));

  it('sees that Claude Code is told to run no hooks', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      repo.write('.claude/settings.local.json', '{ "disableAllHooks": true }\n');
      const { status, text } = await doctor(repo);
      assert.is(status, 1);
      assert.match(text, 'settings.local.json has disableAllHooks: Claude Code runs no hook, and nothing is saved');
    }));

  it('looks at the PATH and the settings that the agent had', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await fire(repo, start('startup'), { env: { PATH: folderWithGitAlone(repo), GIT_CHECKPOINT_THRESHOLD: '80' } });
      const { status, text } = await doctor(repo);
      assert.is(status, 1);
      assert.match(text, 'git-checkpoint was not on the PATH of Claude Code in its last session here');
      assert.match(text, 'Claude Code ran with GIT_CHECKPOINT_THRESHOLD=80, which this shell does not have');
    }));

  it('judges the settings in the environment of the agent', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await fire(repo, start('startup'), { env: { GIT_CHECKPOINT_THRESHOLD: 'much' } });
      const { status, text } = await doctor(repo);
      assert.is(status, 1);
      assert.match(text, /the environment of Claude Code: GIT_CHECKPOINT_THRESHOLD .*'much'.*; the default is used/);
    }));

  it('does not call a repository well that it cannot open', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      writeFileSync(join(repo.root, '.git', 'git-checkpoint'), 'somebody else’s\n');
      const { status, text } = await doctor(repo);
      assert.is(status, 1);
      assert.match(text, /✗ nothing is saved here: .*git-checkpoint/);
    }));

  it('tells of sessions whose hooks never arrived', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      await checkpoint(repo, 'install', 'claude-code');
      const folder = join(repo.home, '.claude', 'projects', repo.root.replace(/[^A-Za-z0-9]/g, '-'));
      mkdirSync(folder, { recursive: true });
      const record = { type: 'user', sessionId: 's', cwd: repo.root, message: { role: 'user', content: 'Hello' } };
      writeFileSync(join(folder, 's.jsonl'), `${JSON.stringify(record)}\n`);
      const { status, text } = await doctor(repo);
      assert.is(status, 1);
      assert.match(text, /Claude Code worked here at .*, and none of its hooks arrived since/);
    }));
});
