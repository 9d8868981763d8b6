import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { type JsonObject, objectAt, parseObject } from '../../src/agents/json-value.ts';
import { loadAgents } from '../../src/agents/registry.ts';
import { findConversation, listPieces, readRecords } from '../../src/conversation/read-conversation.ts';
import { mapTexts } from '../../src/core/map-texts.ts';
import type { GitEngine } from '../../src/git/engine.ts';
import { saveIn, withOpen } from '../support/open.ts';
import { awkwardText, Random } from '../support/random.ts';
import { describe } from '../support/suite.ts';
import { storedLines, transcriptLines } from '../support/transcript-lines.ts';
import { transcriptFixtures } from '../support/transcripts.ts';
import { withRepo } from '../support/with-repo.ts';

const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;

const agents = await loadAgents();
const isDocument = (agent: string) =>
  agents.some(({ name, conversation }) => name === agent && conversation?.records !== undefined);

/** What an agent has written, as records to make others of. */
async function recordedBy(agent: string): Promise<readonly JsonObject[]> {
  const fixtures = transcriptFixtures().filter(
    (one) => one.agent === agent && one.path.endsWith('.json') === isDocument(agent),
  );
  const lines = await Promise.all(fixtures.map(({ path }) => transcriptLines(agent, path)));
  return lines.flat().flatMap((line): JsonObject[] => {
    const record = parseObject(line);
    return record === undefined ? [] : [record];
  });
}

/** A record with other words in it, some of them secret, some long. Names stay, for by them the format is known. */
function another(random: Random, record: JsonObject): JsonObject {
  return mapTexts(record, (text) => {
    if (/^[\w.-]{0,40}$/.test(text) || !random.chance(0.5)) return text;
    const secret = random.chance(0.3) ? ` ${TOKEN} ` : '';
    return `${awkwardText(random)}${secret}${'long '.repeat(random.chance(0.05) ? 60_000 : 3)}`;
  });
}

/** A transcript as its agent has it on disk. */
interface Disk {
  readonly agent: string;
  readonly path: string;
}

function writeAnew({ agent, path }: Disk, records: readonly string[]): void {
  const lines = records.map((record) => `${record}\n`).join('');
  writeFileSync(`${path}.new`, isDocument(agent) ? asDocument(records) : lines);
  renameSync(`${path}.new`, path);
}

function asDocument(records: readonly string[]): string {
  const [head = {}, ...rest] = records.map((record) => JSON.parse(record) as JsonObject);
  return JSON.stringify({ ...objectAt(head, 'info'), messages: rest.map((record) => record['message']) }, null, 2);
}

/** What an agent does to its transcript: goes on, is in the middle of a line, goes back, writes it anew. */
async function touch(random: Random, disk: Disk, pool: readonly JsonObject[]): Promise<void> {
  const { agent, path } = disk;
  const before = existsSync(path) ? (await transcriptLines(agent, path)).filter((line) => isWhole(line)) : [];
  const more = Array.from({ length: 1 + random.below(4) }, () => JSON.stringify(another(random, random.pick(pool))));
  const way = isDocument(agent) ? random.below(2) : random.below(6);
  const [head = JSON.stringify(pool[0]), ...rest] = before;
  if (before.length === 0) writeAnew(disk, [head, ...more]);
  else if (way === 0) writeAnew(disk, [head, ...rest.slice(0, random.below(rest.length + 1)), ...more]);
  else if (way === 1) writeAnew(disk, [head, ...(random.chance(0.3) ? rest.toReversed() : rest), ...more]);
  else if (way === 2) appendFileSync(path, `\n${more.join('\n')}\n{"type":"user","half`);
  else appendFileSync(path, `\n${more.join('\n')}\n`);
}

function isWhole(line: string): boolean {
  return line.startsWith('{') && line.endsWith('}');
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

describe('a stored conversation', (it) => {
  for (const { name: agent, conversation } of agents) {
    if (conversation === undefined) continue;

    it(`is the redacted transcript of ${agent} after any appends, rewinds and rewrites, with its subagents`, async () => {
      let planted = false;
      for (const seed of [1, 2]) {
        const random = new Random(seed);
        const pool = await recordedBy(agent);
        await withRepo(async (repo) => {
          repo.write('a.txt', 'a\n');
          repo.commit('Begin');
          const disk = { agent, path: join(repo.home, 'p', isDocument(agent) ? 's.messages.json' : 's.jsonl') };
          const side = { agent, path: join(repo.home, 'p', 's', 'subagents', 'agent-1.jsonl') };
          mkdirSync(dirname(side.path), { recursive: true });
          for (let at = 1; at <= 8; at += 1) {
            await touch(random, disk, pool);
            planted ||= readFileSync(disk.path, 'utf8').includes(TOKEN);
            if (agent === 'claude-code' && (at === 1 || random.chance(0.4))) await touch(random, side, pool);
            const { checkpoint, warnings } = await saveIn(repo, { source: { transcript: disk.path, agent } });
            assert.equal(warnings, []);
            const beside = existsSync(side.path) ? await storedLines(agent, side.path) : [];
            const expected = {
              main: await storedLines(agent, disk.path),
              ...(beside.length > 0 ? { 'agent-1': beside } : {}),
            };
            await withOpen(repo, async ({ engine }) => {
              assert.equal(await recordsOf(engine, checkpoint.commit), expected, `seed ${seed}, save ${at}`);
            });
          }
          assert.not.match(repo.git('cat-file', '--batch-all-objects', '--batch'), TOKEN);
        });
      }
      assert.ok(planted);
    });
  }
});
