import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { isMark } from '../../../src/agents/mark.ts';
import { readSession } from '../../../src/agents/read-session.ts';
import { findMark, saveMark } from '../../../src/local/transcript-marks.ts';
import { ClaudeTranscript } from '../../support/claude-transcript.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

async function withMark(use: (place: { commonDir: string }, path: string) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const path = join(folder, 'session.jsonl');
    const transcript = new ClaudeTranscript();
    transcript.prompt('Remember me');
    await writeFile(path, transcript.text);
    const { mark } = await readSession({ path });
    saveMark({ commonDir: folder }, path, mark);
    await use({ commonDir: folder }, path);
  });
}

const folderOf = (place: { commonDir: string }) => join(place.commonDir, 'git-checkpoint', 'transcripts');

async function onlyFile(place: { commonDir: string }): Promise<string> {
  const folder = folderOf(place);
  const [name, ...others] = await readdir(folder);
  assert.equal(others, []);
  return join(folder, name ?? '');
}

describe('a stored mark', (it) => {
  it('comes back as it was, so that nothing is read twice', async () => {
    await withMark(async (place, path) => {
      const mark = findMark(place, path);
      assert.ok(isMark(mark));
      const { bytesRead, session } = await readSession({ path, resumeFrom: mark });
      assert.is(bytesRead, 0);
      assert.is(session.turns[0]?.prompt, 'Remember me');
    });
  });

  it('is not there for another transcript, nor in a folder that does not exist', async () => {
    await withMark(async (place, path) => {
      assert.is(findMark(place, `${path}.other`), undefined);
      assert.is(findMark({ commonDir: join(place.commonDir, 'none') }, path), undefined);
    });
  });

  it('is ignored when half of it is gone', async () => {
    await withMark(async (place, path) => {
      const file = await onlyFile(place);
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.slice(0, text.length / 2));
      assert.is(findMark(place, path), undefined);
      await writeFile(file, '');
      assert.is(findMark(place, path), undefined);
    });
  });

  it('can be read by its owner alone', async () => {
    await withMark(async (place) => {
      assert.is((await stat(await onlyFile(place))).mode & 0o077, 0);
    });
  });

  it('makes room for new ones, also by what a killed process left', async () => {
    await withMark(async (place, path) => {
      const mark = findMark(place, path);
      assert.ok(isMark(mark));
      const first = await onlyFile(place);
      await writeFile(`${first}.123-abcdef01`, 'half of one');
      for (const file of [first, `${first}.123-abcdef01`]) await utimes(file, 1, 1);
      for (let count = 0; count < 45; count += 1) saveMark(place, `${path}-${count}`, mark);
      assert.is((await readdir(folderOf(place))).length, 40);
      assert.is(findMark(place, path), undefined);
      assert.ok(findMark(place, `${path}-44`));
    });
  });
});
