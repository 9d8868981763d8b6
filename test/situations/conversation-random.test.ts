import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { claudeConversation } from '../../src/agents/claude-code/conversation.ts';
import { findConversation, listPieces, readRecords } from '../../src/conversation/read-conversation.ts';
import { storedLine } from '../../src/conversation/stored-record.ts';
import type { GitEngine } from '../../src/git/engine.ts';
import { saveIn, withOpen } from '../support/open.ts';
import { awkwardText, Random } from '../support/random.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;

function record(random: Random, at: number): string {
  const type = random.pick(['user', 'assistant', 'user', 'assistant', 'attachment', 'api-request', 'mode']);
  const secret = random.chance(0.2) ? ` ${TOKEN} ` : '';
  const content = `${awkwardText(random)}${secret}${'long '.repeat(random.chance(0.1) ? 60_000 : 3)}`;
  const attachment = type === 'attachment' ? { attachment: { type: 'prompt_snapshot', content } } : {};
  return JSON.stringify({ type, uuid: `u${at}`, sessionId: 's', message: { role: type, content }, ...attachment });
}

/** What an agent does to its transcript: goes on, is in the middle of a line, goes back, writes it anew. */
function touch(random: Random, path: string, at: number): void {
  const lines = () => readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const more = Array.from({ length: 1 + random.below(4) }, (_, index) => record(random, at * 10 + index));
  const way = random.below(6);
  if (way === 0) {
    const kept = lines().slice(0, random.below(lines().length + 1));
    writeFileSync(path, [...kept, ...more].map((line) => `${line}\n`).join(''));
  } else if (way === 1) {
    writeFileSync(`${path}.new`, [...lines().toReversed(), ...more].map((line) => `${line}\n`).join(''));
    renameSync(`${path}.new`, path);
  } else if (way === 2) appendFileSync(path, `${more.join('\n')}\n{"type":"user","half`);
  else appendFileSync(path, `${more.join('\n')}\n`);
}

function expected(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line) => storedLine(claudeConversation, line) ?? []);
}

async function recordsOf(engine: GitEngine, commit: string): Promise<Record<string, string[]>> {
  const found = await findConversation(engine, commit);
  const streams: Record<string, string[]> = {};
  for (const [name, pieces] of await listPieces(engine, found?.tree ?? '')) {
    const records: string[] = [];
    for await (const line of readRecords(engine, pieces)) records.push(line);
    streams[name] = records;
  }
  return streams;
}

function transcriptIn(repo: TestRepo, name: string): string {
  const path = join(repo.home, '.claude', 'projects', 'p', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '{"type":"user","uuid":"u0","sessionId":"s","message":{"role":"user","content":"begin"}}\n');
  return path;
}

describe('a stored conversation', (it) => {
  it('is the redacted transcript after any appends, rewinds and rewrites, with its subagents', async () => {
    for (const seed of [1, 2, 3]) {
      const random = new Random(seed);
      await withRepo(async (repo) => {
        repo.write('a.txt', 'a\n');
        repo.commit('Begin');
        const transcript = transcriptIn(repo, 's.jsonl');
        const side = transcriptIn(repo, 's/subagents/agent-1.jsonl');
        for (let at = 1; at <= 12; at += 1) {
          touch(random, transcript, at);
          if (random.chance(0.4)) touch(random, side, at);
          const { checkpoint, warnings } = await saveIn(repo, { source: { transcript, agent: 'claude-code' } });
          assert.equal(warnings, []);
          await withOpen(repo, async ({ engine }) => {
            const stored = await recordsOf(engine, checkpoint.commit);
            assert.equal(stored, { main: expected(transcript), 'agent-1': expected(side) }, `seed ${seed}, save ${at}`);
          });
        }
        assert.not.match(repo.git('cat-file', '--batch-all-objects', '--batch'), TOKEN);
      });
    }
  });
});
