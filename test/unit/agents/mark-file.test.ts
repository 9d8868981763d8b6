import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { findMark, saveMark } from '../../../src/agents/mark-file.ts';
import { readSession } from '../../../src/agents/read-session.ts';
import { ClaudeTranscript } from '../../support/claude-transcript.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

async function withMark(use: (folder: string, path: string) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const path = join(folder, 'session.jsonl');
    const transcript = new ClaudeTranscript();
    transcript.prompt('Remember me');
    await writeFile(path, transcript.text);
    const { mark } = await readSession({ path });
    await saveMark(join(folder, 'marks'), path, mark);
    await use(join(folder, 'marks'), path);
  });
}

async function onlyFile(folder: string): Promise<string> {
  const [name, ...others] = await readdir(folder);
  assert.equal(others, []);
  return join(folder, name ?? '');
}

describe('a stored mark', (it) => {
  it('comes back as it was, so that nothing is read twice', async () => {
    await withMark(async (folder, path) => {
      const mark = await findMark(folder, path);
      assert.ok(mark);
      const { bytesRead, session } = await readSession({ path, resumeFrom: mark });
      assert.is(bytesRead, 0);
      assert.is(session.turns[0]?.prompt, 'Remember me');
    });
  });

  it('is not there for another transcript, nor in a folder that does not exist', async () => {
    await withMark(async (folder, path) => {
      assert.is(await findMark(folder, `${path}.other`), undefined);
      assert.is(await findMark(join(folder, 'none'), path), undefined);
    });
  });

  it('is ignored when a byte of it is wrong, or half of it is gone', async () => {
    await withMark(async (folder, path) => {
      const file = await onlyFile(folder);
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace('Remember me', 'Remember us'));
      assert.is(await findMark(folder, path), undefined);
      await writeFile(file, text.slice(0, text.length / 2));
      assert.is(await findMark(folder, path), undefined);
      await writeFile(file, '');
      assert.is(await findMark(folder, path), undefined);
    });
  });

  it('can be read by its owner alone', async () => {
    await withMark(async (folder) => {
      assert.is((await stat(await onlyFile(folder))).mode & 0o077, 0);
    });
  });

  it('makes room for new ones, also by what a killed process left', async () => {
    await withMark(async (folder, path) => {
      const mark = await findMark(folder, path);
      assert.ok(mark);
      const first = await onlyFile(folder);
      await writeFile(`${first}.123-abcdef01`, 'half of one');
      for (const file of [first, `${first}.123-abcdef01`]) await utimes(file, 1, 1);
      for (let count = 0; count < 45; count += 1) await saveMark(folder, `${path}-${count}`, mark);
      assert.is((await readdir(folder)).length, 40);
      assert.is(await findMark(folder, path), undefined);
      assert.ok(await findMark(folder, `${path}-44`));
    });
  });
});
