import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import type { Operation } from '../../../src/core/operation.ts';
import { localPath } from '../../../src/local/files.ts';
import { appendOperation, readOperations } from '../../../src/local/operation-log.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

const world = { now: () => new Date() };
const saved = (number: number, summary = ''): Omit<Operation, 'number'> => ({
  time: '2026-01-02T03:04:05.000Z',
  worktree: '/repo',
  kind: 'save',
  checkpoints: [{ number, summary }],
});

describe('the operation log', (it) => {
  it('numbers operations from 1', () =>
    withFolder(async (folder) => {
      const place = { commonDir: folder, gitDir: folder };
      assert.is(await appendOperation(place, saved(7), world), 1);
      assert.is(await appendOperation(place, saved(8, '"n":99}'), world), 2);
      assert.is(await appendOperation(place, saved(9, 'x'.repeat(9000)), world), 3);
      assert.is(await appendOperation(place, saved(10), world), 4);
      assert.equal(
        readOperations(place).map(({ number, checkpoints }) => [number, checkpoints[0]?.number]),
        [
          [1, 7],
          [2, 8],
          [3, 9],
          [4, 10],
        ],
      );
    }));

  it('gives two processes that took one number two', () =>
    withFolder(async (folder) => {
      const place = { commonDir: folder, gitDir: folder };
      await appendOperation(place, saved(7), world);
      const path = localPath(place, 'operations');
      appendFileSync(path, readFileSync(path, 'utf8').replace('"number":7', '"number":8'));
      await appendOperation(place, saved(9), world);
      assert.equal(
        readOperations(place).map(({ number }) => number),
        [1, 2, 3],
      );
    }));

  it('passes over a line that was cut off, and loses no other', () =>
    withFolder(async (folder) => {
      const place = { commonDir: folder, gitDir: folder };
      await appendOperation(place, saved(7), world);
      appendFileSync(localPath(place, 'operations'), '{"time":"2026-01-02T03:0');
      assert.is(await appendOperation(place, saved(8), world), 2);
      appendFileSync(localPath(place, 'operations'), 'null\n{"n":5}\n');
      assert.equal(
        readOperations(place).map(({ number, checkpoints }) => [number, checkpoints[0]?.number]),
        [
          [1, 7],
          [2, 8],
        ],
      );
    }));

  it('keeps its newer half and the numbers when it grows too long', () =>
    withFolder(async (folder) => {
      const place = { commonDir: folder, gitDir: folder };
      const summary = 'x'.repeat(4000);
      for (let at = 1; at <= 80; at += 1) await appendOperation(place, saved(at, summary), world);
      const operations = readOperations(place);
      assert.ok(statSync(localPath(place, 'operations')).size <= 256 * 1024);
      assert.equal(
        operations.map(({ number }) => number),
        operations.map(({ checkpoints }) => checkpoints[0]?.number),
      );
      assert.is(operations.at(-1)?.number, 80);
      assert.ok(operations.length >= 30, String(operations.length));
    }));

  it('begins again when its file is gone', () =>
    withFolder(async (folder) => {
      const place = { commonDir: folder, gitDir: folder };
      assert.equal(readOperations(place), []);
      await appendOperation(place, saved(7), world);
      writeFileSync(localPath(place, 'operations'), '');
      assert.is(await appendOperation(place, saved(8), world), 1);
    }));
});
