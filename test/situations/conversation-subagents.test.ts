import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const MAIN = '01a1ebc3-e806-7fc2-87f2-1acf89031eff';
const HELPER = '01a1ebc3-ee89-7de1-8ee1-c854952fea2d';
const NESTED = '01a1ebc3-ff00-7de1-8ee1-c854952fea2d';
const STRANGER = '01a1ebc3-ff01-7de1-8ee1-c854952fea2d';

const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function said(role: 'user' | 'assistant', text: string): object {
  const type = role === 'user' ? 'input_text' : 'output_text';
  const payload = { type: 'message', role, content: [{ type, text }] };
  return { timestamp: '2026-01-02T03:04:05.000Z', type: 'response_item', payload };
}

/** A rollout of Codex; with a parent, a subagent's. */
function rollout(
  { home, root }: TestRepo,
  id: string,
  at: { second: string; parent?: string; words: object[] },
): string {
  const { second, parent, words } = at;
  const source = { subagent: { thread_spawn: { parent_thread_id: parent, depth: 1 } } };
  const started = parent === undefined ? { source: 'cli' } : { parent_thread_id: parent, source };
  const payload = {
    session_id: MAIN,
    id,
    ...started,
    timestamp: '2026-01-02T03:04:05Z',
    cwd: root,
    cli_version: '0.166.0',
  };
  const day = join(home, '.codex', 'sessions', '2026', '01', '02');
  const head = { timestamp: '2026-01-02T03:04:05.000Z', type: 'session_meta', payload };
  return write(join(day, `rollout-2026-01-02T03-04-${second}-${id}.jsonl`), lines(head, ...words));
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Saves with a transcript and goes back to that; answers the new files of the agent. */
async function rewound(repo: TestRepo, transcript: string, agent: string): Promise<{ id: string; files: string[] }> {
  repo.write('file', 'begin\n');
  repo.commit('begin');
  await checkpoint(repo, 'save', '-m', 'work', '--transcript', transcript, '--agent', agent);
  const before = new Set(filesBelow(repo.home));
  const { session } = JSON.parse(await checkpoint(repo, 'rewind', '1', '--conversation', '--json'));
  return {
    id: session.id,
    files: filesBelow(repo.home).filter((path) => !before.has(path) && path.endsWith('.jsonl')),
  };
}

describe('subagents of a rewound session', (it) => {
  it('are sessions of their own in Codex, under new ids that the records speak of', () =>
    withRepo(async (repo) => {
      const output = { type: 'function_call_output', call_id: 'c', output: JSON.stringify({ agent_id: HELPER }) };
      const answered = { timestamp: '2026-01-02T03:04:05.000Z', type: 'response_item', payload: output };
      const words = [said('user', 'Question'), answered, said('assistant', 'Answer')];
      const transcript = rollout(repo, MAIN, { second: '05', words });
      rollout(repo, HELPER, { second: '06', parent: MAIN, words: [said('user', 'HELPER-TASK')] });
      rollout(repo, NESTED, { second: '07', parent: HELPER, words: [said('user', 'NESTED-TASK')] });
      rollout(repo, STRANGER, { second: '08', parent: STRANGER, words: [said('user', 'STRANGER-TASK')] });
      const { id, files } = await rewound(repo, transcript, 'codex');
      const texts = files.map((path) => readFileSync(path, 'utf8'));
      assert.is(texts.length, 3);
      const [main = '', helper = '', nested = ''] = ['Question', 'HELPER-TASK', 'NESTED-TASK'].map((text) =>
        texts.find((one) => one.includes(text)),
      );
      const meta = (text: string) => JSON.parse(text.split('\n')[0] ?? '').payload;
      assert.is(meta(main).id, id);
      assert.match(main, `\\"agent_id\\":\\"${meta(helper).id}\\"`);
      assert.equal([meta(helper).parent_thread_id, meta(helper).session_id], [id, id]);
      assert.is(meta(nested).source.subagent.thread_spawn.parent_thread_id, meta(helper).id);
      for (const old of [MAIN, HELPER, NESTED]) assert.not.match(texts.join(), old);
      for (const text of [helper, nested]) assert.ok(files.some((path) => path.includes(meta(text).id)));
    }));

  it('lie in a folder with the new id in Gemini CLI', () =>
    withRepo(async (repo) => {
      const chats = join(repo.home, '.gemini', 'tmp', 'project', 'chats');
      const head = (sessionId: string, kind: string) => ({
        sessionId,
        projectHash: 'h',
        startTime: '2026-01-02T03:04:05Z',
        kind,
      });
      const user = (text: string) => ({
        id: text,
        timestamp: '2026-01-02T03:04:06Z',
        type: 'user',
        content: [{ text }],
      });
      const transcript = join(chats, `session-2026-01-02T03-04-${MAIN.slice(0, 8)}.jsonl`);
      write(transcript, lines(head(MAIN, 'main'), user('Question')));
      write(join(chats, MAIN, `${HELPER}.jsonl`), lines(head(HELPER, 'subagent'), user('HELPER-TASK')));
      const { id, files } = await rewound(repo, transcript, 'gemini-cli');
      const helper = files.find((path) => readFileSync(path, 'utf8').includes('HELPER-TASK')) ?? '';
      assert.is(basename(dirname(helper)), id);
      assert.match(readFileSync(helper, 'utf8'), `"sessionId":"${HELPER}"`);
    }));
});
