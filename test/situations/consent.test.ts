import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { answering } from '../support/answering.ts';
import { fire, prompt, stop } from '../support/hook-session.ts';
import { streamed, withMessagesApi } from '../support/messages-api.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { withRepo } from '../support/with-repo.ts';

const transcript = fileURLToPath(new URL('../../fixtures/transcripts/claude-code/edits.jsonl', import.meta.url));
const session = ['--transcript', transcript, '--agent', 'claude-code'];

describe('asking a model', (it) => {
  it('needs consent: a key is none, and neither is the word of an older version', () =>
    withRepo((repo) =>
      withMessagesApi([], async (url, requests) => {
        const env = { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: url };
        const run = await runMain(repo, ['save', ...session], { env });
        assert.is(run.status, 0, run.stderr);
        assert.not.match(run.stdout + run.stderr, 'digest');
        repo.git('config', '--global', 'checkpoint.llm', 'auto');
        assert.is((await runMain(repo, ['save', ...session], { env })).status, 0);
        assert.is(requests.length, 0);
        assert.match(
          await checkpoint(repo, 'config'),
          /^analysis\.llm = off {2}\(git config, .*; 'auto' means off now\)$/m,
        );
      }),
    ));

  it('is said by each save that sends, by doctor and by status', () =>
    withRepo((repo) =>
      withMessagesApi([streamed('{}'), streamed('{}'), streamed('{}'), streamed('{}')], async (url, requests) => {
        const env = { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: url };
        const { host } = new URL(url);
        const off = await runMain(repo, ['doctor'], { env });
        assert.match(off.stdout, 'no model is asked (checkpoint.llm is off)');
        repo.git('config', '--global', 'checkpoint.llm', 'on');
        const run = await runMain(repo, ['save', ...session], { env });
        assert.match(run.stdout, `Sent a digest of the session to ${host}\n`);
        assert.ok(requests.length > 0);
        const doctor = await runMain(repo, ['doctor'], { env });
        assert.match(doctor.stdout, `a digest of the session is sent to ${host} (checkpoint.llm is on)`);
        assert.is(JSON.parse((await runMain(repo, ['status', '--json'], { env })).stdout).llm, 'on');
        const event = { session_id: 'session-9', transcript_path: transcript };
        repo.write('a.txt', 'one\n');
        await fire(repo, { ...prompt('p1'), ...event }, { env });
        await fire(repo, { ...stop('p1'), ...event }, { env });
        const { notice } = await fire(repo, { ...prompt('p2'), ...event }, { env });
        assert.is(notice, `Checkpoint 2: sent a digest of the session to ${host}`);
      }),
    ));

  it('is asked about once, when hooks are installed on a terminal', () =>
    withRepo(async (repo) => {
      const person = answering('n');
      await runMain(repo, ['install', 'claude-code'], person);
      assert.match(person.shown, /After each save of a session, a digest of it would be sent to api\.anthropic\.com/);
      assert.match(person.shown, 'Nothing is sent.');
      assert.is(repo.git('config', '--global', 'checkpoint.llm'), 'off');
      const again = answering('y');
      await runMain(repo, ['install', 'claude-code'], again);
      assert.not.match(again.shown, 'digest');
      repo.git('config', '--global', '--unset', 'checkpoint.llm');
      await runMain(repo, ['install', 'claude-code'], answering('y'));
      assert.is(repo.git('config', '--global', 'checkpoint.llm'), 'on');
    }));
});
