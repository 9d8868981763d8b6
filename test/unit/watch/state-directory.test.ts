import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { summarize } from '../../../src/watch/checkpoint-data.ts';
import {
  appendCapture,
  checkpointsDirectory,
  readCaptures,
  readLatestCapture,
  writeCapture,
} from '../../../src/watch/state-directory.ts';
import { sampleCapture } from '../../support/sample-capture.ts';
import { describe } from '../../support/suite.ts';

function withDirectory(use: (directory: string) => void): void {
  const directory = mkdtempSync(join(tmpdir(), 'git-checkpoint-test-'));
  try {
    use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const { number: _, ...capture } = sampleCapture();
const never = (warning: Error) => {
  throw warning;
};

describe('state directory', (it) => {
  it('numbers captures 001, 002 … and leaves nothing else', () =>
    withDirectory((directory) => {
      appendCapture(directory, capture);
      assert.is(appendCapture(directory, capture).number, 2);
      assert.equal(readdirSync(checkpointsDirectory(directory)), ['001-checkpoint.json', '002-checkpoint.json']);
      assert.equal(readCaptures(directory, never)[1], { number: 2, ...capture });
    }));

  it('goes on after the highest number, also past 999 and over gaps', () =>
    withDirectory((directory) => {
      writeCapture(directory, { number: 999, ...capture });
      assert.is(appendCapture(directory, capture).number, 1000);
      assert.equal(
        readCaptures(directory, never).map(({ number }) => number),
        [999, 1000],
      );
    }));

  it('skips a damaged file with a warning and does not write over it', () =>
    withDirectory((directory) => {
      appendCapture(directory, capture);
      for (const [name, text] of [
        ['002', '{"number": 2, "ti'],
        ['003', '{"number": 3}'],
        ['004', ''],
      ])
        writeFileSync(join(checkpointsDirectory(directory), `${name}-checkpoint.json`), text ?? '');
      const warnings: string[] = [];
      assert.is(readCaptures(directory, (warning) => warnings.push(warning.message)).length, 1);
      assert.is(warnings.length, 3);
      assert.match(warnings[0] ?? '', /002-checkpoint\.json was skipped/);
      assert.is(readLatestCapture(directory, () => {})?.number, 1);
      assert.is(appendCapture(directory, capture).number, 5);
    }));

  it('is empty when it is not there', () =>
    withDirectory((directory) => {
      assert.equal(readCaptures(join(directory, 'absent'), never), []);
      assert.is(readLatestCapture(join(directory, 'absent'), never), undefined);
    }));

  it('fails to write with the path and the reason', () =>
    withDirectory((directory) => {
      writeFileSync(join(directory, 'checkpoints'), 'a file where the folder should be');
      assert.throws(() => appendCapture(directory, capture), /cannot write .*001-checkpoint\.json: /);
    }));
});

describe('summary of captures', (it) => {
  it('counts what the lists hold and joins the files', () => {
    const first = sampleCapture({ number: 1, filesModified: ['a.ts'] });
    const second = sampleCapture({
      number: 2,
      timestamp: '2026-01-18T15:30:00.000Z',
      duration: 7_200_000,
      filesModified: ['a.ts', 'b.ts'],
      memory: { heapUsed: 1, rss: 900 },
      gitCheckpoint: 42,
    });
    const summary = summarize([first, second]);
    assert.is(summary.total, 2);
    assert.is(summary.totalDuration, 7_200_000);
    assert.equal(summary.filesModified, ['a.ts', 'b.ts']);
    assert.is(summary.peakMemory, 104_857_600);
    assert.equal(summary.checkpoints[1], {
      number: 2,
      timestamp: '2026-01-18T15:30:00.000Z',
      duration: 7_200_000,
      filesModified: 2,
      gitStatus: { modified: 1, staged: 0, untracked: 1 },
      aiwgFiles: 2,
      memory: { heapUsed: 1, rss: 900 },
      gitCheckpoint: 42,
    });
  });

  it('counts a session that was started again from its first beginning', () => {
    const before = sampleCapture({ timestamp: '2026-01-18T14:30:00.000Z', duration: 3_600_000 });
    const after = sampleCapture({ timestamp: '2026-01-18T15:00:00.000Z', duration: 60_000 });
    assert.is(summarize([before, after]).totalDuration, 5_400_000);
  });

  it('of nothing is nothing', () => {
    assert.equal(summarize([]), { total: 0, totalDuration: 0, filesModified: [], checkpoints: [], peakMemory: 0 });
  });
});
