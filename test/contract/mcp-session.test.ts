import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { withMcp } from '../support/mcp-client.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

/** Writes a transcript where Claude Code would: a prompt, and the call of a tool of ours. */
function transcriptOf(repo: TestRepo, session: string, said: { readonly prompt: string; readonly call: string }): void {
  const place = repo.root.replace(/[^A-Za-z0-9]/g, '-');
  const path = join(repo.home, '.claude/projects', place, `${session}.jsonl`);
  const common = { sessionId: session, timestamp: '2026-01-02T03:00:00Z', cwd: repo.root, isSidechain: false };
  const content = [{ type: 'tool_use', id: said.call, name: 'mcp__checkpoint__store_checkpoint', input: {} }];
  const records = [
    { ...common, type: 'user', uuid: 'u', parentUuid: null, message: { role: 'user', content: said.prompt } },
    { ...common, type: 'assistant', uuid: 'a', parentUuid: 'u', message: { id: 'm', role: 'assistant', content } },
  ];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

function twoSessions(repo: TestRepo): void {
  transcriptOf(repo, 'before', { prompt: 'Build a login page for the shop.', call: 'toolu_1' });
  transcriptOf(repo, 'after', { prompt: 'Write the export of invoices as CSV.', call: 'toolu_2' });
}

const environment = { CLAUDE_CODE_SESSION_ID: 'before' };

describe('the session that calls over MCP', (it) => {
  it('fills the fields that the agent left out, and no others', () =>
    withRepo((repo) => {
      twoSessions(repo);
      return withMcp(
        repo,
        async ({ call }) => {
          await call('store_checkpoint', { current_task: 'The form' });
          const { checkpoint } = (await call('get_latest_checkpoint')).data;
          assert.is(checkpoint.analysis.current_task, 'The form');
          assert.match(checkpoint.analysis.problem, /login page/);
        },
        { env: environment },
      );
    }));

  it('is the one that wrote the call, also when the server was started for the one before /clear', () =>
    withRepo((repo) => {
      twoSessions(repo);
      return withMcp(
        repo,
        async ({ call }) => {
          await call('store_checkpoint', {}, { 'claudecode/toolUseId': 'toolu_2' });
          assert.match((await call('get_checkpoint', { id: 1 })).data.checkpoint.analysis.problem, /invoices as CSV/);
          assert.is((await call('list_checkpoints', { session: 'after' })).data.checkpoints.length, 1);
          await call('store_checkpoint', { mode: 'summary' }, { 'claudecode/toolUseId': 'toolu_unknown' });
          assert.is((await call('list_checkpoints', { session: 'before' })).data.checkpoints.length, 1);
        },
        { env: environment },
      );
    }));

  it("is nobody's when the client is not known", () =>
    withRepo((repo) => {
      twoSessions(repo);
      return withMcp(repo, async ({ call }) => {
        await call('store_checkpoint', { summary: 'By somebody' });
        assert.is((await call('get_latest_checkpoint')).data.checkpoint.analysis.problem, '');
      });
    }));

  it('keeps knowledge readable however much of it comes together', () =>
    withRepo((repo) =>
      withMcp(repo, async ({ call }) => {
        for (const round of [1, 2, 3, 4]) {
          const decisions = Array.from({ length: 25 }, (_, at) => `${round}.${at} ${'"\\ because '.repeat(90)}`);
          const stored = await call('store_checkpoint', { summary: `Round ${round}`, decisions });
          assert.is(stored.isError, false, stored.text);
        }
        const note = repo.git('notes', '--ref=checkpoints', 'show', repo.git('rev-parse', 'refs/checkpoints/4'));
        assert.ok(Buffer.byteLength(note) <= 64 * 1024, `${note.length}`);
        for (const id of ['1.0', '2.7', '4.24']) assert.ok(note.includes(`${id} `), id);
      }),
    ));
});
