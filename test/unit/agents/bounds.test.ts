import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readSession } from '../../../src/agents/read-session.ts';
import { ClaudeTranscript } from '../../support/claude-transcript.ts';
import { Random } from '../../support/random.ts';
import { describe } from '../../support/suite.ts';
import { transcriptFixtures } from '../../support/transcripts.ts';
import { withFolder } from '../../support/with-folder.ts';

const MAX_MARK_BYTES = 4 * 1024 * 1024;

function longSession(turns: number): string {
  const transcript = new ClaudeTranscript();
  for (let count = 0; count < turns; count += 1) {
    transcript.prompt(`Prompt ${count} ${'p'.repeat(3000)}`);
    for (const id of [`a${count}`, `b${count}`, `c${count}`]) {
      transcript.call(id, 'Bash', { command: `run ${'c'.repeat(3000)}`, description: 'Run' });
      transcript.result(id, 'o'.repeat(20_000));
    }
    transcript.say(`Answer ${count} ${'t'.repeat(9000)}`);
  }
  return transcript.text;
}

describe('a long session', (it) => {
  it('is kept within bounds: the newest whole, the oldest prompts still there', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'session.jsonl');
      await writeFile(path, longSession(900));
      const { session, mark } = await readSession({ path });
      assert.ok(JSON.stringify(mark).length < MAX_MARK_BYTES);
      assert.ok(session.turns.length < 750);
      assert.match(session.turns[0]?.prompt ?? '', /^Prompt 0 /);
      assert.match(session.turns.at(-1)?.prompt ?? '', /^Prompt 899 p{3000}$/);
      assert.ok((session.reading.letGo ?? 0) > 0);
      const newest = session.turns.at(-1)?.steps[0];
      assert.ok(newest?.kind === 'tool' && (newest.call.output?.length ?? 0) > 4000);
    });
  });

  it('gives the same when it is read in pieces, folded on the way', async () => {
    const text = longSession(120);
    await withFolder(async (folder) => {
      const path = join(folder, 'session.jsonl');
      await writeFile(path, text);
      const whole = (await readSession({ path })).session;
      const grown = join(folder, 'grown.jsonl');
      await writeFile(grown, '');
      let { mark, session } = await readSession({ path: grown, agent: 'claude-code' });
      const step = Math.ceil(text.length / 23);
      for (let at = 0; at < text.length; at += step) {
        await appendFile(grown, text.slice(at, at + step));
        const resumeFrom = JSON.parse(JSON.stringify(mark)) as typeof mark;
        ({ mark, session } = await readSession({ path: grown, agent: 'claude-code', resumeFrom }));
      }
      assert.equal({ ...session, transcript: '' }, { ...whole, transcript: '' });
    });
  });
});

/** Puts something unexpected into a random place of a record. */
function disturb(value: unknown, random: Random): unknown {
  const odd = [null, 0, -1, '', [], {}, [null], 'x'.repeat(50), true, [[]], { type: 1 }];
  if (random.below(6) === 0) return random.pick(odd);
  if (Array.isArray(value)) return value.map((item) => disturb(item, random));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, disturb(field, random)]));
}

describe('records of unexpected shape', (it) => {
  for (const fixture of transcriptFixtures().filter(({ path }) => path.endsWith('.jsonl'))) {
    it(`never stop the reading of ${fixture.path.split(/[\\/]/).slice(-2).join('/')}`, async () => {
      const text = await readFile(fixture.path, 'utf8');
      const records = text.split('\n').filter((line) => line.endsWith('}'));
      await withFolder(async (folder) => {
        const path = join(folder, 'session.jsonl');
        for (let seed = 1; seed <= 25; seed += 1) {
          const random = new Random(seed);
          const lines = records.map((line) => JSON.stringify(disturb(JSON.parse(line), random)));
          await writeFile(path, `${lines.join('\n')}\n`);
          const { session } = await readSession({ path, agent: fixture.agent });
          assert.is(session.reading.lines, lines.length, `seed ${seed}`);
        }
      });
    });
  }
});
