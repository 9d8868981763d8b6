import { rmSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { sessionFolder, twoTurns } from '../support/claude-session.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

describe('git checkpoint show --conversation', (it) => {
  it('shows what was said up to the checkpoint, or since another one', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      const all = await checkpoint(repo, 'show', '2', '--conversation');
      assert.match(all, /^# Conversation of checkpoint 2\n\n## Turn 1 - .*\n\n> Question 1\n\nAnswer 1\n/);
      assert.match(all, /## Turn 2 - .*\n\n> Question 2\n\nAnswer 2\n$/);
      const since = await checkpoint(repo, 'show', '2', '--conversation', '--since', '1');
      assert.not.match(since, 'Question 1');
      assert.match(since, '(1 earlier turn left out)');
      const json = JSON.parse(await checkpoint(repo, 'show', '1', '--conversation', '--json'));
      assert.equal(
        [json.agent, json.session, json.turns.length, json.turns[0].prompt],
        ['claude-code', 'session-1', 1, 'Question 1'],
      );
    }));

  it('names the command that continues: the agent’s own while it has the session, else rewind', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      assert.match(await checkpoint(repo, 'show', '1'), '  Continue with: claude --resume session-1\n');
      assert.match(await checkpoint(repo, 'status'), 'Continue with: claude --resume session-1\n');
      rmSync(sessionFolder(repo, repo.root), { recursive: true });
      assert.match(await checkpoint(repo, 'show', '1'), '  Continue with: git checkpoint rewind 1 --conversation\n');
      assert.match(
        await checkpoint(repo, 'sessions', 'session-1'),
        'Continue with: git checkpoint rewind 2 --conversation\n',
      );
    }));

  it('names no command with an id that is an option, or anything to a shell', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      const note = repo.git('notes', '--ref=checkpoints', 'show', 'refs/checkpoints/2');
      assert.match(note, /^ {2}id: session-1$/m);
      for (const id of ['$(touch pwned)/session-1', '--dangerously-skip-permissions/session-1', 'x; sh #/session-1']) {
        repo.write('../note', note.replace(/^ {2}id: session-1$/m, `  id: "${id}"`));
        repo.git('notes', '--ref=checkpoints', 'add', '--force', '-F', '../note', 'refs/checkpoints/2');
        for (const args of [['show', '2'], ['status']]) {
          const said = await checkpoint(repo, ...args);
          assert.not.match(said, `resume ${id}`, args.join(' '));
          assert.not.match(said, /claude .*session-1/, args.join(' '));
        }
      }
    }));

  it('says where no conversation was stored', () =>
    withRepo(async (repo) => {
      repo.git('config', '--global', 'checkpoint.conversation', 'off');
      await twoTurns(repo);
      assert.match(
        await checkpoint(repo, 'show', '1'),
        'Conversation\n  not stored\n  Continue with: claude --resume session-1\n',
      );
      rmSync(sessionFolder(repo, repo.root), { recursive: true });
      assert.match(
        await checkpoint(repo, 'show', '1'),
        'Conversation\n  not stored\n  What the session knew: git checkpoint resume 1\n',
      );
      for (const args of [['status'], ['sessions', 'session-1']]) {
        assert.match(
          await checkpoint(repo, ...args),
          'The conversation of checkpoint 2 was not stored; `git checkpoint resume 2` prints what was known.\n',
        );
      }
      const run = await runMain(repo, ['show', '1', '--conversation']);
      assert.equal([run.status, run.stdout], [1, '']);
      assert.match(run.stderr, 'checkpoint 1 has no conversation');
    }));
});

describe('git checkpoint grep --conversation', (it) => {
  it('searches what was said, and tells a piece once, by the newest checkpoint', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      assert.is((await runMain(repo, ['grep', '^msg_3$'])).status, 1);
      assert.is(await checkpoint(repo, 'grep', '--conversation', '^msg_3$'), '2:conversation: msg_3\n');
    }));
});
