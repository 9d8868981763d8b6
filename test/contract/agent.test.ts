import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { detectAgent } from '../../src/agents/detect-agent.ts';
import type { Mark } from '../../src/agents/mark.ts';
import { readSession } from '../../src/agents/read-session.ts';
import { readSessionStream } from '../../src/agents/read-stream.ts';
import { loadAgents } from '../../src/agents/registry.ts';
import { Random } from '../support/random.ts';
import { describe } from '../support/suite.ts';
import { type Fixture, realTranscripts, transcriptFixtures, withoutPlace } from '../support/transcripts.ts';
import { withFolder } from '../support/with-folder.ts';

const fixtures = transcriptFixtures();

function cuts(length: number, pieces: number, seed: number): number[] {
  const random = new Random(seed);
  return [...Array.from({ length: pieces }, () => random.below(length)), length].sort((a, b) => a - b);
}

async function readInPieces(fixture: Fixture, seed: number) {
  const bytes = await readFile(fixture.path);
  return withFolder(async (folder) => {
    const path = join(folder, 'transcript');
    await writeFile(path, '');
    let mark: Mark | undefined;
    let at = 0;
    for (const end of cuts(bytes.length, 6, seed)) {
      await appendFile(path, bytes.subarray(at, end));
      at = end;
      const agent = fixture.agent;
      const read = await readSession(mark === undefined ? { agent, path } : { agent, path, resumeFrom: mark });
      mark = JSON.parse(JSON.stringify(read.mark)) as Mark;
      if (at === bytes.length) return withoutPlace(read.session);
    }
    throw new Error('the last cut is the end');
  });
}

describe('every agent', (it) => {
  it('has fixtures', async () => {
    for (const agent of await loadAgents())
      assert.ok(
        fixtures.some((fixture) => fixture.agent === agent.name),
        agent.name,
      );
  });

  for (const fixture of fixtures) {
    const name = fixture.path.split(/[\\/]/).slice(-2).join('/');

    it(`is recognized in ${name}`, async () => {
      const text = await readFile(fixture.path, 'utf8');
      assert.is(await detectAgent({ text }), fixture.agent);
    });

    it(`gives the session that is written down for ${name}`, async () => {
      const expected: unknown = JSON.parse(await readFile(fixture.expected, 'utf8'));
      const { session } = await readSession({ path: fixture.path });
      assert.equal(withoutPlace(session), expected);
    });

    it(`gives the same session twice for ${name}`, async () => {
      const [first, second] = [await readSession({ path: fixture.path }), await readSession({ path: fixture.path })];
      assert.equal(first.session, second.session);
      assert.equal(first.mark, second.mark);
    });

    it(`gives the same session whether ${name} is read at once or as it grows`, async () => {
      const whole = withoutPlace((await readSession({ path: fixture.path })).session);
      for (let seed = 1; seed <= 8; seed += 1) {
        assert.equal(await readInPieces(fixture, seed), whole, `seed ${seed}`);
      }
    });

    it(`gives the same session when ${name} comes as a stream`, async () => {
      const bytes = await readFile(fixture.path);
      async function* chunks() {
        for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
      }
      const streamed = await readSessionStream(chunks());
      assert.equal(streamed, withoutPlace((await readSession({ path: fixture.path })).session));
    });

    it(`keeps neither reasoning, vendor texts nor pictures of ${name}`, async () => {
      const { mark } = await readSession({ path: fixture.path });
      assert.not.match(JSON.stringify(mark), /reasoning|vendor text|iVBORw0KGgo|vendor/);
    });
  }
});

describe('real transcripts', (it) => {
  it('are read without a record that nobody knows', async () => {
    for (const path of realTranscripts()) {
      const { session } = await readSession({ path });
      assert.is(session.reading.unknown + session.reading.malformed + session.reading.oversized, 0, path);
      assert.ok(session.reading.lines > 0, path);
    }
  });

  it('give the same session when read on from a mark in the middle', async () => {
    for (const path of realTranscripts().filter((one) => one.endsWith('.jsonl'))) {
      const bytes = await readFile(path);
      const whole = withoutPlace((await readSession({ path })).session);
      await withFolder(async (folder) => {
        const copy = join(folder, 'transcript.jsonl');
        await writeFile(copy, bytes.subarray(0, Math.floor(bytes.length * 0.6)));
        const { mark } = await readSession({ path: copy, agent: whole.agent });
        await appendFile(copy, bytes.subarray(Math.floor(bytes.length * 0.6)));
        const { session } = await readSession({ path: copy, agent: whole.agent, resumeFrom: mark });
        assert.equal({ ...withoutPlace(session), subagents: [] }, { ...whole, subagents: [] }, path);
      });
    }
  });
});
