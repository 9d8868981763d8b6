import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpointCount, fire, prompt, start, stop } from '../support/hook-session.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const options = { agent: 'codex' };

function rollout(repo: TestRepo, source: unknown): { transcript_path: string } {
  const path = join(repo.home, 'rollout-2026-01-01T00-00-00-019f0000-0000-7000-8000-000000000001.jsonl');
  const records = [
    { type: 'session_meta', payload: { id: 'session-1', cwd: repo.root, source } },
    { type: 'event_msg', payload: { type: 'user_message', message: 'Assess the planned action.' } },
  ];
  writeFileSync(path, records.map((record) => `${JSON.stringify({ timestamp: '', ...record })}\n`).join(''));
  return { transcript_path: path };
}

async function turnOf(repo: TestRepo, source: unknown): Promise<number> {
  repo.commit('begin');
  const transcript = rollout(repo, source);
  await fire(repo, { ...start('startup'), ...transcript }, options);
  await fire(repo, { ...prompt('1'), ...transcript }, options);
  repo.write('a.txt', 'one\n');
  await fire(repo, { ...stop('1'), ...transcript }, options);
  return checkpointCount(repo);
}

describe('a subagent of Codex', (it) => {
  it('makes no checkpoint at the end of its turn', () =>
    withRepo(async (repo) => assert.is(await turnOf(repo, { subagent: { other: 'guardian' } }), 0)));

  it('is told from a session of the user', () => withRepo(async (repo) => assert.is(await turnOf(repo, 'vscode'), 1)));

  it('is not suspected where a transcript cannot be read', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      const unreadable = { transcript_path: repo.home };
      await fire(repo, { ...start('startup'), ...unreadable }, options);
      await fire(repo, { ...prompt('1'), ...unreadable }, options);
      repo.write('a.txt', 'one\n');
      await fire(repo, { ...stop('1'), ...unreadable }, options);
      assert.is(checkpointCount(repo), 1);
    }));

  it('is saved before it runs a command that destroys work', () =>
    withRepo(async (repo) => {
      repo.commit('begin');
      repo.write('a.txt', 'one\n');
      const command = {
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'git reset --hard' },
        ...rollout(repo, { subagent: { other: 'guardian' } }),
      };
      await fire(repo, command, options);
      assert.is(checkpointCount(repo), 1);
    }));
});
