import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { checkpointNumber } from '../../src/core/number.ts';
import { loadNamed, openRepository } from '../../src/open/repository.ts';
import { enrich } from '../../src/repository/enrich.ts';
import { save } from '../../src/repository/save.ts';
import { fixedWorld } from '../support/fixed-world.ts';
import { checkpointCount, end, fire, prompt, start, stop } from '../support/hook-session.ts';
import { failing, streamed, withMessagesApi } from '../support/messages-api.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const answer = {
  session_intent: 'A parser that keeps comments',
  current_task: 'Teach the parser about comments',
  new_findings: [],
  new_decisions: [],
  technical_context: [],
  play_by_play: [],
  current_state: [],
  next_actions: ['Write the tests'],
  blockers: [],
  new_user_rules: [],
  artifact_changes: [],
};

const transcript = fileURLToPath(new URL('../../fixtures/transcripts/claude-code/edits.jsonl', import.meta.url));

async function enrichIn(repo: TestRepo, env: Record<string, string>) {
  const repository = await openRepository(repo.root, { ...fixedWorld(repo.root), env: { ...repo.env, ...env } });
  try {
    await save(repository, { trigger: 'manual', source: { transcript, agent: 'claude-code' } });
    return {
      result: await enrich(repository, await loadNamed(repository, 'latest')),
      note: repo.git('notes', '--ref=checkpoints', 'show', 'refs/checkpoints/1'),
    };
  } finally {
    await repository.close();
  }
}

describe('enriching a checkpoint', (it) => {
  it("puts the model's words into the note and says so", () =>
    withRepo((repo) =>
      withMessagesApi([streamed(JSON.stringify(answer))], async (url, requests) => {
        const { result, note } = await enrichIn(repo, { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: url });
        assert.is(result.kind, 'enriched');
        assert.is(requests.length, 1);
        assert.match(note, /source: llm/);
        assert.match(note, /current_task: Teach the parser about comments/);
      }),
    ));

  it('is told by the command, also to programs, and happens with a save when it is asked for', () =>
    withRepo((repo) =>
      withMessagesApi([streamed(JSON.stringify(answer)), failing(529, 'overloaded_error')], async (url) => {
        const env = { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: url };
        const session = ['--no-llm', '--transcript', transcript, '--agent', 'claude-code'];
        assert.is((await runMain(repo, ['save', ...session], { env })).status, 0);
        const improved = await runMain(repo, ['enrich', '--json'], { env });
        assert.is(improved.status, 0, improved.stderr);
        assert.is(JSON.parse(improved.stdout).enriched, true);
        const kept = await runMain(repo, ['enrich', '--json'], { env });
        assert.equal([kept.status, JSON.parse(kept.stdout).enriched], [1, false]);
        const asked = await runMain(repo, ['save', '--llm', ...session.slice(1)], { env });
        assert.is(asked.status, 0);
        assert.match(asked.stderr, /^warning: --llm had no effect: /m);
      }),
    ));

  it('keeps the offline analysis when the model fails, and the note says why', () =>
    withRepo((repo) =>
      withMessagesApi([failing(529, 'overloaded_error')], async (url) => {
        const { result, note } = await enrichIn(repo, { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: url });
        assert.is(result.kind, 'kept');
        assert.match(note, /source: offline/);
        assert.match(note, /model_error: ./);
      }),
    ));

  it('leaves what somebody gave with the save', () =>
    withRepo((repo) =>
      withMessagesApi([streamed(JSON.stringify(answer))], async (url) => {
        const env = { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: url };
        const words = ['--task', 'Keep comments', '--next', 'Ask Ada first', '--state', 'Half of it works'];
        const session = ['--transcript', transcript, '--agent', 'claude-code'];
        assert.is((await runMain(repo, ['save', '--llm', ...session, ...words], { env })).status, 0);
        const [{ analysis }] = JSON.parse((await runMain(repo, ['list', '--json'])).stdout);
        assert.equal(
          [analysis.source, analysis.current_task, analysis.next_actions, analysis.current_state],
          ['llm', 'Keep comments', ['Ask Ada first', 'Write the tests'], ['Half of it works']],
        );
        assert.is(analysis.session_intent, answer.session_intent);
      }),
    ));

  it('lasts over the saves of the same turn', () =>
    withRepo((repo) =>
      withMessagesApi([streamed(JSON.stringify({ ...answer, current_state: ['Comments are read'] }))], async (url) => {
        const env = { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: url, GIT_CHECKPOINT_LLM: 'off' };
        repo.write('a.txt', 'one\n');
        const event = { session_id: '86d38fe3-4a93-4ebc-89fd-d3f0efc597bd', transcript_path: transcript };
        await fire(repo, { ...prompt('p1'), ...event }, { env });
        await fire(repo, { ...stop('p1'), ...event }, { env });
        assert.is((await runMain(repo, ['enrich'], { env })).status, 0);
        await fire(repo, { ...end('clear'), ...event }, { env });
        assert.is(checkpointCount(repo), 1);
        const { context, notice } = await fire(repo, start('clear', 'session-2'), { env });
        for (const words of ['Teach the parser about comments', 'Write the tests', 'Comments are read'])
          assert.match(context, words);
        assert.not.match(notice, 'Work changed');
      }),
    ));

  it('asks nobody without a key', () =>
    withRepo((repo) =>
      withMessagesApi([], async (url, requests) => {
        const { result } = await enrichIn(repo, { ANTHROPIC_BASE_URL: url });
        assert.is(result.kind, 'kept');
        assert.is(requests.length, 0);
      }),
    ));

  it('has nothing to read for a checkpoint without a session, or without its transcript', () =>
    withRepo(async (repo) => {
      const repository = await openRepository(repo.root, { ...fixedWorld(repo.root), env: repo.env });
      await save(repository, { trigger: 'interval' });
      const result = await enrich(repository, checkpointNumber(1));
      assert.equal(result, { kind: 'kept', number: 1, why: 'no agent session' });
      await save(repository, { trigger: 'interval', session: { agent: 'manager', id: 'a-run' } });
      const second = await enrich(repository, checkpointNumber(2));
      assert.equal(second, { kind: 'kept', number: 2, why: 'the transcript of its session is not known' });
      await repository.close();
    }));

  it('waits for no pipe that took the place of the transcript', () =>
    withRepo((repo) =>
      withMessagesApi([], async (url, requests) => {
        const env = { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: url };
        const path = join(repo.home, 'session.jsonl');
        copyFileSync(transcript, path);
        assert.is((await runMain(repo, ['save', '--transcript', path, '--agent', 'claude-code'], { env })).status, 0);
        rmSync(path);
        spawnSync('mkfifo', [path]);
        const run = await runMain(repo, ['enrich', '1'], { env });
        assert.match(run.stdout + run.stderr, 'is not a file');
        assert.is(requests.length, 0);
      }),
    ));
});
