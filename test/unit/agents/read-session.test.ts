import { appendFile, mkdir, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { MAX_LINE_LENGTH } from '../../../src/agents/line-splitter.ts';
import { readSession } from '../../../src/agents/read-session.ts';
import { Failure } from '../../../src/core/failure.ts';
import { ClaudeTranscript } from '../../support/claude-transcript.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

function conversation(...prompts: readonly string[]): string {
  const transcript = new ClaudeTranscript();
  for (const prompt of prompts) {
    transcript.prompt(prompt);
    transcript.say(`Answer to ${prompt}`);
  }
  return transcript.text;
}

async function withTranscript(text: string, use: (path: string) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const path = join(folder, 'session.jsonl');
    await writeFile(path, text);
    await use(path);
  });
}

function promptsOf(read: Awaited<ReturnType<typeof readSession>>): readonly string[] {
  return read.session.turns.map((turn) => turn.prompt);
}

describe('reading a session', (it) => {
  it('reads only what is new since the mark', async () => {
    const [old, whole] = [conversation('one'), conversation('one', 'two')];
    await withTranscript(old, async (path) => {
      const first = await readSession({ path });
      await appendFile(path, whole.slice(old.length));
      const second = await readSession({ path, resumeFrom: first.mark });
      assert.is(second.bytesRead, whole.length - old.length);
      assert.equal(promptsOf(second), ['one', 'two']);
      const third = await readSession({ path, resumeFrom: second.mark });
      assert.is(third.bytesRead, 0);
      assert.equal(third.session, second.session);
    });
  });

  it('reads on behind a byte order mark, and lines that end as on Windows', async () => {
    const text = conversation('one', 'two');
    await withTranscript(`\ufeff${text.replaceAll('\n', '\r\n')}`, async (path) => {
      const read = await readSession({ path });
      assert.equal([promptsOf(read), read.session.reading.malformed], [['one', 'two'], 0]);
    });
  });

  it('starts over when the file became shorter', async () => {
    await withTranscript(conversation('one', 'two'), async (path) => {
      const { mark } = await readSession({ path });
      await truncate(path, conversation('one').length);
      assert.equal(promptsOf(await readSession({ path, resumeFrom: mark })), ['one']);
    });
  });

  it('starts over when another file took its place', async () => {
    await withTranscript(conversation('one'), async (path) => {
      const { mark } = await readSession({ path });
      await writeFile(`${path}.new`, conversation('one', 'two'));
      await rename(`${path}.new`, path);
      assert.equal(promptsOf(await readSession({ path, resumeFrom: mark })), ['one', 'two']);
    });
  });

  it('starts over when what was read was rewritten in place', async () => {
    await withTranscript(conversation('one'), async (path) => {
      const { mark } = await readSession({ path });
      await writeFile(path, conversation('six', 'two'));
      assert.equal(promptsOf(await readSession({ path, resumeFrom: mark })), ['six', 'two']);
    });
  });

  it('starts over with a mark of another version or agent', async () => {
    await withTranscript(conversation('one'), async (path) => {
      const { mark } = await readSession({ path });
      const stale = { ...mark, version: 0, state: { ...mark.state, turns: [] } };
      assert.equal(promptsOf(await readSession({ path, resumeFrom: stale })), ['one']);
      const other = { ...mark, agent: 'codex' as const, state: { ...mark.state, turns: [] } };
      assert.equal(promptsOf(await readSession({ path, resumeFrom: other })), ['one']);
    });
  });

  it('does not change the mark it was given', async () => {
    const [old, whole] = [conversation('one'), conversation('one', 'two')];
    await withTranscript(old, async (path) => {
      const { mark } = await readSession({ path });
      const before = structuredClone(mark);
      await appendFile(path, whole.slice(old.length));
      await readSession({ path, resumeFrom: mark });
      assert.equal(mark, before);
    });
  });

  it('leaves half a line for the next time', async () => {
    const whole = conversation('one', 'two');
    await withTranscript(whole.slice(0, -30), async (path) => {
      const first = await readSession({ path });
      assert.equal(first.session.turns.at(-1)?.steps, []);
      assert.is(first.session.reading.malformed, 0);
      await appendFile(path, whole.slice(-30));
      const second = await readSession({ path, resumeFrom: first.mark });
      assert.is(second.session.turns.at(-1)?.steps.length, 1);
    });
  });

  it('takes a last line without a newline when it is whole', async () => {
    const whole = conversation('one');
    await withTranscript(whole.trimEnd(), async (path) => {
      const first = await readSession({ path });
      assert.is(first.session.turns.at(-1)?.steps.length, 1);
      await appendFile(path, '\n');
      const second = await readSession({ path, resumeFrom: first.mark });
      assert.is(second.session.reading.lines, 2);
    });
  });

  it('counts lines that are no records and goes on', async () => {
    const broken = '\n{"half\n[1,2]\n"text"\nnull\n{"type":"new-kind"}\n';
    await withTranscript(`${conversation('one')}${broken}${conversation('two')}`, async (path) => {
      const { session } = await readSession({ path });
      assert.is(session.reading.malformed, 4);
      assert.is(session.reading.unknown, 1);
      assert.is(session.reading.lines, 9);
    });
  });

  it('passes over a line that would fill the memory, once, also when it is still being written', async () => {
    await withTranscript(conversation('one'), async (path) => {
      const first = await readSession({ path });
      await appendFile(path, Buffer.alloc(MAX_LINE_LENGTH * 2, 'x'));
      const second = await readSession({ path, resumeFrom: first.mark });
      await appendFile(path, `${'x'.repeat(1000)}\n${conversation('one', 'two').slice(conversation('one').length)}`);
      const third = await readSession({ path, resumeFrom: second.mark });
      assert.ok(third.bytesRead < MAX_LINE_LENGTH);
      assert.is(third.session.reading.oversized, 1);
      assert.equal(promptsOf(third), ['one', 'two']);
    });
  });

  it('says that a compressed file has to be decompressed', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'rollout.jsonl.zst');
      await writeFile(path, Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 1, 2]));
      const failure = await readSession({ path }).catch((error: unknown) => error);
      assert.instance(failure, Failure);
      assert.is((failure as Failure).hint, 'Decompress it first.');
    });
  });

  it('says which file it could not read', async () => {
    await withFolder(async (folder) => {
      for (const path of [join(folder, 'missing.jsonl'), folder]) {
        const failure = await readSession({ path }).catch((error: unknown) => error);
        assert.instance(failure, Failure);
        assert.ok((failure as Failure).message.includes(path));
      }
      await mkdir(join(folder, 'empty'));
      await writeFile(join(folder, 'empty', 'none.txt'), '');
      const { session } = await readSession({ path: join(folder, 'empty', 'none.txt') });
      assert.is(session.agent, 'generic');
      assert.equal(session.turns, []);
    });
  });
});
