import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { sessionFolder, twoTurns } from '../support/claude-session.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('git checkpoint fork', (it) => {
  it('makes a worktree on a new branch with the conversation of that moment, and leaves this one alone', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      const forked = JSON.parse(await checkpoint(repo, 'fork', '1', '--json'));
      assert.is(forked.branch, 'checkpoint-1');
      assert.is(forked.folder, `${repo.root}-checkpoint-1`);
      assert.is(readFileSync(join(forked.folder, 'file'), 'utf8'), 'turn 1\n');
      assert.is(readFileSync(join(repo.root, 'file'), 'utf8'), 'turn 2\n');
      assert.is(forked.command, `cd ${forked.folder} && claude --resume ${forked.session.id}`);
      const written = readFileSync(join(sessionFolder(repo, forked.folder), `${forked.session.id}.jsonl`), 'utf8');
      assert.match(written, 'Answer 1');
      assert.not.match(written, 'Answer 2');
      assert.is(JSON.parse(written.split('\n')[0] ?? '').cwd, forked.folder);
      assert.is(JSON.parse(await checkpoint(repo, 'fork', '1', '--json')).branch, 'checkpoint-1-2');
    }));

  it('lets another agent begin with what the session knew', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      const run = await runMain(repo, ['fork', '1', '--agent', 'codex', '--branch', 'other', '--worktree', '../there']);
      assert.match(run.stdout, 'codex begins with what the session knew: its conversation is one of claude-code.');
      assert.match(run.stdout, /Continue with: cd \S+there && git checkpoint handoff 1 --to codex\n$/);
      assert.is(readdirSync(sessionFolder(repo, repo.root)).length, 1);
    }));

  it('makes nothing where the folder is taken or the agent is unknown', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      assert.is((await runMain(repo, ['fork', '1', '--worktree', '.'])).status, 128);
      assert.is((await runMain(repo, ['fork', '1', '--agent', 'nobody'])).status, 129);
      assert.not.ok(existsSync(`${repo.root}-checkpoint-1`));
    }));
});
