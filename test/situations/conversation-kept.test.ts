import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { findOrphanConversations, removeOrphanConversations } from '../../src/store/orphan-conversations.ts';
import { emptyTrash, readTrash } from '../../src/store/trash.ts';
import { ClaudeTranscript } from '../support/claude-transcript.ts';
import { saveIn, withOpen } from '../support/open.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const refs = (repo: TestRepo) =>
  repo.git('for-each-ref', '--format=%(refname)', 'refs/checkpoint-meta/conversation').split('\n').filter(Boolean);

/** A session of so many turns on disk. */
function begin(repo: TestRepo, turns: number): string {
  const said = new ClaudeTranscript();
  for (let turn = 1; turn <= turns; turn += 1) {
    said.prompt(`Question ${turn}`);
    said.say(`Answer ${turn}`);
  }
  const path = join(repo.home, '.claude', 'projects', 'demo', 'session-1.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, said.text);
  return path;
}

describe('the conversation of a checkpoint', (it) => {
  it('is plain git to read, and grows by one piece a save', async () => {
    await withRepo(async (repo) => {
      repo.write('a.txt', 'a\n');
      repo.commit('Begin');
      const transcript = begin(repo, 1);
      const source = { transcript, agent: 'claude-code' };
      await saveIn(repo, { source });
      appendFileSync(transcript, '{"type":"user","uuid":"u9","sessionId":"session-1","message":{"content":"More"}}\n');
      const { checkpoint } = await saveIn(repo, { source });
      const ref = `refs/checkpoint-meta/conversation/${checkpoint.commit}`;
      assert.equal(repo.git('ls-tree', '-r', '--name-only', ref).split('\n'), ['main/0/0/0/0', 'main/0/0/0/1']);
      assert.match(repo.git('show', `${ref}:main/0/0/0/1`), /^\{"type":"user".*"More"\}\}$/);
      assert.match(
        repo.git('log', '-1', '--format=%B', ref),
        /Conversation-Agent: claude-code[\s\S]*Conversation-Records: 3/,
      );
    });
  });

  it('is not stored when the setting is off, and goes with the checkpoint', async () => {
    await withRepo(async (repo) => {
      repo.write('a.txt', 'a\n');
      repo.commit('Begin');
      const source = { transcript: begin(repo, 2), agent: 'claude-code' };
      repo.git('config', '--global', 'checkpoint.conversation', 'off');
      await saveIn(repo, { source });
      assert.equal(refs(repo), []);
      repo.git('config', '--global', 'checkpoint.conversation', 'local');
      const { checkpoint } = await saveIn(repo, { source });
      assert.equal(refs(repo), [`refs/checkpoint-meta/conversation/${checkpoint.commit}`]);
      assert.is((await runMain(repo, ['redact', '2', '--text', 'Answer 2'])).status, 0);
      assert.equal(refs(repo), []);
    });
  });

  it('stays with a checkpoint in the trash, and goes when that is emptied', async () => {
    await withRepo(async (repo) => {
      repo.write('a.txt', 'a\n');
      repo.commit('Begin');
      await saveIn(repo, { source: { transcript: begin(repo, 2), agent: 'claude-code' } });
      await saveIn(repo);
      const there = refs(repo);
      assert.is(there.length, 1);
      assert.is((await runMain(repo, ['drop', '1'])).status, 0);
      assert.equal(refs(repo), there);
      await withOpen(repo, async ({ engine, world }) => {
        const later = new Date(world.now().getTime() + 7_200_000);
        assert.equal(await findOrphanConversations(engine, later), []);
        await emptyTrash(engine, await readTrash(engine));
      });
      assert.equal(refs(repo), []);
    });
  });

  it('is removed by doctor when it has no checkpoint, but not while a save may still be under way', async () => {
    await withRepo(async (repo) => {
      repo.write('a.txt', 'a\n');
      repo.commit('Begin');
      await saveIn(repo, { source: { transcript: begin(repo, 2), agent: 'claude-code' } });
      repo.git('update-ref', '-d', 'refs/checkpoints/1');
      await withOpen(repo, async ({ engine, world }) => {
        assert.is(await removeOrphanConversations(engine, world.now()), 0);
        assert.is(await removeOrphanConversations(engine, new Date(world.now().getTime() + 7_200_000)), 1);
      });
      assert.equal(refs(repo), []);
    });
  });
});
