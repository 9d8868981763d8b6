import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { sessionFolder, twoTurns } from '../support/claude-session.ts';
import { ClaudeTranscript } from '../support/claude-transcript.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const folderOf = (repo: TestRepo) => sessionFolder(repo, repo.root);
const read = (repo: TestRepo, path: string) => readFileSync(join(repo.root, path), 'utf8');

describe('git checkpoint rewind', (it) => {
  it('restores the files, writes the conversation as a new session, and undo names the one before', () =>
    withRepo(async (repo) => {
      const path = await twoTurns(repo);
      const before = readFileSync(path, 'utf8');
      const run = await runMain(repo, ['rewind', '1', '--yes']);
      const [, id = ''] =
        /^Restored checkpoint 1: 1 file written, 0 deleted, tree verified\.\nContinue with: claude --resume (\S+)\n$/.exec(
          run.stdout,
        ) ?? [];
      assert.match(id, /^[0-9a-f-]{36}$/, run.stdout);
      assert.match(run.stderr, 'The conversation before: claude --resume session-1\n');
      assert.is(read(repo, 'file'), 'turn 1\n');
      const written = join(folderOf(repo), `${id}.jsonl`);
      assert.is(statSync(written).mode & 0o777, 0o600);
      const records = readFileSync(written, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.equal(
        records.map(({ type, sessionId, cwd }) => [type, sessionId, cwd]),
        [
          ['user', id, repo.root],
          ['assistant', id, repo.root],
          ['assistant', id, repo.root],
        ],
      );
      assert.is(records[1].parentUuid, records[0].uuid, 'linked past what is not stored');
      assert.is(readFileSync(path, 'utf8'), before);
      assert.match((await runMain(repo, ['log'])).stdout, /rewind +checkpoint 1/);
      const undone = await runMain(repo, ['undo', '--yes']);
      assert.match(undone.stdout, 'Continue with: claude --resume session-1\n');
      assert.is(read(repo, 'file'), 'turn 2\n');
      assert.not.match(repo.git('cat-file', '--batch-all-objects', '--batch'), 'VENDOR TEXT');
    }));

  it('does one of the two when asked', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      const talk = await runMain(repo, ['rewind', '1', '--conversation']);
      assert.match(talk.stdout, /^Continue with: claude --resume \S+\n$/);
      assert.is(read(repo, 'file'), 'turn 2\n');
      const files = await runMain(repo, ['rewind', '1', '--files', '--yes']);
      assert.is(files.stdout, 'Restored checkpoint 1: 1 file written, 0 deleted, tree verified.\n');
      assert.is(readdirSync(folderOf(repo)).length, 2);
    }));

  it('brings a conversation back whose transcript is gone', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      repo.git('config', 'gc.pruneExpire', 'now');
      rmSync(folderOf(repo), { recursive: true });
      const run = await runMain(repo, ['rewind', '2', '--conversation']);
      const id = run.stdout.trim().split(' ').at(-1) ?? '';
      assert.ok(existsSync(join(folderOf(repo), `${id}.jsonl`)));
    }));

  it('restores the files and says why where no conversation can be prepared', () =>
    withRepo(async (repo) => {
      await twoTurns(repo, '9.0.0');
      const run = await runMain(repo, ['rewind', '1', '--yes']);
      assert.is(run.status, 0);
      assert.match(run.stderr, 'version 9.0.0 of claude-code, whose format is not known');
      assert.match(run.stderr, '`git checkpoint resume 1`');
      assert.is(read(repo, 'file'), 'turn 1\n');
      assert.is(readdirSync(folderOf(repo)).length, 1);
      const alone = await runMain(repo, ['rewind', '1', '--conversation']);
      assert.is(alone.status, 1);
    }));

  it('says that a checkpoint has no conversation', () =>
    withRepo(async (repo) => {
      repo.write('file', 'a\n');
      repo.commit('begin');
      await checkpoint(repo, 'save', '-m', 'words');
      const run = await runMain(repo, ['rewind', '1', '--conversation']);
      assert.is(run.status, 1);
      assert.match(run.stderr, 'checkpoint 1 has no conversation');
    }));

  it('begins with summary and resume text when the conversation no longer fits the window, and says so', () =>
    withRepo(async (repo) => {
      const path = await twoTurns(repo);
      const said = new ClaudeTranscript();
      said.add('user', { isCompactSummary: true, message: { role: 'user', content: 'SUMMARY OF TURN TWO' } });
      said.prompt('Question 3');
      const usage = { input_tokens: 196_000, output_tokens: 1 };
      const content = [{ type: 'text', text: 'Answer 3' }];
      said.add('assistant', { message: { role: 'assistant', model: 'claude-opus-4-5', content, usage } });
      appendFileSync(path, said.text);
      repo.write('file', 'turn 3\n');
      await checkpoint(repo, 'save', '-m', 'turn 3', '--transcript', path, '--agent', 'claude-code');
      const why = "The conversation no longer fits the model's window (196,000 of 200,000 tokens).";
      assert.match((await runMain(repo, ['rewind', '3', '--dry-run'])).stdout, why);
      const run = await runMain(repo, ['rewind', '3', '--conversation']);
      assert.match(run.stderr, why);
      const written = readFileSync(join(folderOf(repo), `${run.stdout.trim().split(' ').at(-1)}.jsonl`), 'utf8');
      for (const part of ['SUMMARY OF TURN TWO', 'Resumed from checkpoint: turn 3', 'isCompactSummary']) {
        assert.match(written, part);
      }
      assert.is(written.trim().split('\n').length, 2);
      const whole = await runMain(repo, ['rewind', '2', '--conversation']);
      assert.is(whole.stderr, '');
      const asked = await runMain(repo, ['rewind', '2', '--conversation', '--compact']);
      assert.match(asked.stderr, /^The session begins with a summary/);
    }));

  it('prepares no session when nothing is changed', () =>
    withRepo(async (repo) => {
      await twoTurns(repo);
      const shown = await runMain(repo, ['rewind', '1', '--dry-run']);
      assert.match(shown.stdout, 'would become a new session of claude-code');
      const refused = await runMain(repo, ['rewind', '1']);
      assert.is(refused.status, 1);
      assert.is(readdirSync(folderOf(repo)).length, 1);
      assert.is(read(repo, 'file'), 'turn 2\n');
    }));
});

describe('git checkpoint status --json', (it) => {
  it('names the command that continues: of the agent while it has the session, then the one that brings it back', () =>
    withRepo(async (repo) => {
      repo.write('file', 'begin\n');
      const told = async () => JSON.parse((await runMain(repo, ['status', '--json'])).stdout).continue;
      assert.is(await told(), null);
      await twoTurns(repo);
      assert.is(await told(), 'claude --resume session-1');
      rmSync(folderOf(repo), { recursive: true });
      assert.is(await told(), 'git checkpoint rewind 2 --conversation');
    }));
});
