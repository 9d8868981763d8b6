import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { findConversation, listPieces, readRecords } from '../../src/conversation/read-conversation.ts';
import { attachConversation } from '../support/attach-conversation.ts';
import { sessionFolder, twoTurns } from '../support/claude-session.ts';
import { ClaudeTranscript } from '../support/claude-transcript.ts';
import { saveIn, withOpen } from '../support/open.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** The records of the session that a command wrote. */
function writtenBy(folder: string, stdout: string): Record<string, unknown>[] {
  const id = stdout.trim().split(' ').at(-1) ?? '';
  const lines = readFileSync(join(folder, `${id}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

async function storedIn(repo: TestRepo, commit: string): Promise<string> {
  return withOpen(repo, async ({ engine }) => {
    const found = await findConversation(engine, commit);
    const lines: string[] = [];
    for (const pieces of (await listPieces(engine, found?.tree ?? '')).values())
      for await (const line of readRecords(engine, pieces)) lines.push(line);
    return lines.join('\n');
  });
}

const said = () => {
  const transcript = new ClaudeTranscript();
  transcript.prompt('Question 1');
  transcript.say('Answer 1');
  return transcript.text;
};

describe('a record that cannot be searched for secrets', (it) => {
  it('is left out, and the others are stored', () =>
    withRepo(async (repo) => {
      repo.write('a.txt', 'a\n');
      repo.commit('Begin');
      const path = join(repo.home, '.claude', 'projects', 'p', 's.jsonl');
      mkdirSync(dirname(path), { recursive: true });
      const deep = `{"type":"user","uuid":"d","toolUseResult":${'['.repeat(20_000)}"DEEP"${']'.repeat(20_000)}}\n`;
      writeFileSync(path, `${said()}${deep}{"type":"user","uuid":"e","message":{"role":"user","content":"BEHIND"}}\n`);
      const { checkpoint, warnings } = await saveIn(repo, { source: { transcript: path, agent: 'claude-code' } });
      assert.equal(warnings, []);
      const stored = await storedIn(repo, checkpoint.commit);
      assert.match(stored, 'BEHIND');
      assert.not.match(stored, 'DEEP');
    }));
});

describe('a conversation that somebody made up', (it) => {
  it('begins in this working tree, whatever directory it names', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      mkdirSync(join(repo.home, 'other'));
      mkdirSync(join(repo.root, 'inside'));
      symlinkSync(join(repo.home, 'other'), join(repo.root, 'link'));
      const cwdFor = async (directory: string) => {
        await attachConversation(repo, 1, { records: said(), directory });
        const run = await runMain(repo, ['rewind', '1', '--conversation', '--json']);
        return JSON.parse(run.stdout).session.cwd;
      };
      assert.is(await cwdFor(`${repo.root}/../other`), repo.root);
      assert.is(await cwdFor(`${repo.root}/inside/../../other`), repo.root);
      assert.is(await cwdFor(join(repo.root, 'link')), repo.root);
      assert.is(await cwdFor(join(repo.root, 'inside')), join(repo.root, 'inside'));
    }));

  it('has no subagent under the name of the session itself', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      const other = said().replaceAll('Answer 1', 'INSTEAD');
      await attachConversation(repo, 1, { records: said(), sides: { main: other } });
      const run = await runMain(repo, ['rewind', '1', '--conversation']);
      const written = JSON.stringify(writtenBy(sessionFolder(repo, repo.root), run.stdout));
      assert.match(written, 'Answer 1');
      assert.not.match(written, 'INSTEAD');
    }));

  it('does not decide what the agent may do without asking', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      const records = said().replace('"type":"user"', '"permissionMode":"bypassPermissions","type":"user"');
      await attachConversation(repo, 1, records);
      const run = await runMain(repo, ['rewind', '1', '--conversation']);
      assert.not.match(JSON.stringify(writtenBy(sessionFolder(repo, repo.root), run.stdout)), 'bypassPermissions');
    }));

  it('has subagents of Codex only under ids, which are replaced in all records', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      const head = (id: string) =>
        `${JSON.stringify({ type: 'session_meta', payload: { id, cli_version: '0.166.0', cwd: '/x' } })}\n`;
      const message = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Question 1' }] };
      const talk = `${JSON.stringify({ type: 'response_item', payload: message })}\n`;
      const id = '11111111-2222-3333-4444-555555555555';
      const names = [...'0123456789abcdef-', 'type', id];
      const sides = Object.fromEntries(names.map((name) => [name, `${head(name)}${talk}`]));
      const called = `${JSON.stringify({ type: 'event_msg', payload: { type: 'sub_agent', thread_id: id } })}\n`;
      const records = `${head('e')}${talk}${called}`;
      await attachConversation(repo, 1, { records, agent: 'codex', agentVersion: '0.166.0', session: 'e', sides });
      const run = await runMain(repo, ['rewind', '1', '--conversation']);
      assert.is(run.status, 0, run.stderr);
      const sessions = readdirSync(join(repo.home, '.codex', 'sessions'), { recursive: true, encoding: 'utf8' });
      const written = sessions.filter((name) => name.endsWith('.jsonl'));
      assert.is(written.length, 2);
      const texts = written.map((name) => readFileSync(join(repo.home, '.codex', 'sessions', name), 'utf8'));
      assert.not.match(texts.join(), id);
    }));
});

describe('a session that cannot be written', (it) => {
  it('keeps nobody from the files', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      rmSync(join(repo.home, '.claude'), { recursive: true });
      writeFileSync(join(repo.home, '.claude'), 'no folder\n');
      const run = await runMain(repo, ['rewind', '1', '--yes']);
      assert.is(run.status, 0, run.stderr);
      assert.is(readFileSync(join(repo.root, 'file'), 'utf8'), 'turn 1\n');
      assert.match(run.stderr, 'ENOTDIR');
    }));
});
