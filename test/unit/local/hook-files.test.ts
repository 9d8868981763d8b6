import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { onceFor } from '../../../src/local/claim.ts';
import { readContextReport, writeContextReport } from '../../../src/local/context-reports.ts';
import { localPath } from '../../../src/local/files.ts';
import { addJob, listJobs, readJob } from '../../../src/local/jobs.ts';
import { awaitPart, leaveParts } from '../../../src/local/pack-parts.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

const now = new Date();
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

/** Makes the files of a folder as old as that. */
function age(folder: string, seconds: number): void {
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), later(-seconds), later(-seconds));
}

describe('a claim', (it) => {
  const claims = (gitDir: string, at = now) =>
    onceFor({ gitDir }, { identity: 'event', world: { now: () => at } }, async () => 'done');

  it('is for the first delivery of an event, and for the same event some seconds later', () =>
    withFolder(async (gitDir) => {
      assert.equal([await claims(gitDir), await claims(gitDir)], ['done', undefined]);
      age(localPath({ gitDir }, 'claims'), 6);
      assert.equal([await claims(gitDir), await claims(gitDir, later(1))], ['done', undefined]);
    }));

  it('is given back when the work failed', () =>
    withFolder(async (gitDir) => {
      const failing = onceFor({ gitDir }, { identity: 'event', world: { now: () => now } }, () =>
        Promise.reject(new Error('no')),
      );
      assert.is(await failing.catch((error: Error) => error.message), 'no');
      assert.is(await claims(gitDir), 'done');
    }));

  it('keeps nobody from working where nothing can be written', () =>
    withFolder(async (folder) => {
      writeFileSync(join(folder, 'file'), '');
      assert.equal([await claims(join(folder, 'file')), await claims(join(folder, 'file'))], ['done', 'done']);
    }));

  it('is swept after a minute', () =>
    withFolder(async (gitDir) => {
      await claims(gitDir);
      age(localPath({ gitDir }, 'claims'), 61);
      await onceFor({ gitDir }, { identity: 'other', world: { now: () => now } }, async () => undefined);
      assert.is(readdirSync(localPath({ gitDir }, 'claims')).length, 1);
    }));
});

describe('jobs', (it) => {
  const job = { agent: 'codex', event: { kind: 'turn-end' } };

  it('wait in the order of their events, and go when they are done', () =>
    withFolder(async (gitDir) => {
      assert.equal(listJobs({ gitDir }), []);
      const second = addJob({ gitDir }, job, later(1));
      const first = addJob({ gitDir }, job, now);
      assert.equal(listJobs({ gitDir }), [first, second]);
      assert.equal(readJob(first), job);
      rmSync(first);
      assert.equal(listJobs({ gitDir }), [second]);
    }));

  it('are none where a file is torn, of another shape or gone', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'job.json');
      for (const text of ['{', 'null', '{"agent": "codex"}', '{"agent": "codex", "event": null}']) {
        writeFileSync(path, text);
        assert.is(readJob(path), undefined, text);
      }
      assert.is(readJob(join(folder, 'absent.json')), undefined);
    }));
});

describe('the parts of a pack', (it) => {
  it('are handed over by number, also when they come late', () =>
    withFolder(async (gitDir) => {
      const second = awaitPart({ gitDir }, 'event', { number: 2, patience: 5000 });
      leaveParts({ gitDir }, { identity: 'event', texts: ['two', 'three'] }, now);
      assert.is(await second, 'two');
      const rest = [3, 4].map((number) => awaitPart({ gitDir }, 'event', { number, patience: 0 }));
      assert.equal(await Promise.all(rest), ['three', '']);
    }));

  it('are empty when they do not come, and swept after a minute', () =>
    withFolder(async (gitDir) => {
      assert.is(await awaitPart({ gitDir }, 'event', { number: 2, patience: 20 }), '');
      leaveParts({ gitDir }, { identity: 'event', texts: ['two'] }, now);
      age(localPath({ gitDir }, 'parts'), 61);
      leaveParts({ gitDir }, { identity: 'other', texts: ['two'] }, now);
      assert.is(await awaitPart({ gitDir }, 'event', { number: 2, patience: 0 }), '');
    }));
});

describe('the report of a context', (it) => {
  it('is true for a quarter of an hour', () =>
    withFolder(async (gitDir) => {
      assert.is(readContextReport({ gitDir }, 'one', now), undefined);
      const report = { percent: 41, at: now.getTime() };
      writeContextReport({ gitDir }, 'one', report);
      assert.equal(readContextReport({ gitDir }, 'one', later(14 * 60)), report);
      assert.is(readContextReport({ gitDir }, 'one', later(16 * 60)), undefined);
      assert.is(readContextReport({ gitDir }, 'two', now), undefined);
    }));
});
