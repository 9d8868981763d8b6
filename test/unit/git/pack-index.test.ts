import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { PackIndex } from '../../../src/git/files/pack-index.ts';
import { renderPackIndex } from '../../support/render-pack-index.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';
import { type TestRepo, withRepo } from '../../support/with-repo.ts';

const MANY = 50_000;

/** A pack of so many small blobs, as an import makes it. */
function importBlobs(repo: TestRepo, count: number): string {
  const blobs = Array.from({ length: count }, (_, at) => `blob\ndata ${String(at).length}\n${at}\n`).join('');
  const run = spawnSync('git', ['fast-import', '--quiet'], { cwd: repo.root, env: repo.env, input: blobs });
  assert.is(run.status, 0, run.stderr.toString());
  const folder = join(repo.root, '.git/objects/pack');
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.idx')) ?? '');
}

describe('the index of a large pack', (it) => {
  it('knows where each object begins, and which ones it has not', () =>
    withRepo((repo) => {
      const path = importBlobs(repo, MANY);
      const listed = spawnSync('sh', ['-c', `git show-index < '${path}'`], { maxBuffer: 1 << 28, encoding: 'utf8' });
      const index = new PackIndex(path);
      assert.is(index.count, MANY);
      for (const line of listed.stdout.trim().split('\n')) {
        const [offset, oid = ''] = line.split(' ');
        assert.is(index.find(oid), Number(offset), oid);
      }
      for (const oid of ['00', '7f', 'ff'].map((byte) => byte.repeat(20))) assert.is(index.find(oid), undefined, oid);
      index.close();
    }));

  it('knows objects that begin beyond two and four gigabytes', () =>
    withFolder(async (folder) => {
      const offsets = [12, 2 ** 31 - 1, 2 ** 31, 2 ** 33 + 5];
      const placed = offsets.map((offset, at) => ({ oid: Buffer.alloc(20, 7 * at + 1), crc: at, offset }));
      const path = join(folder, 'pack.idx');
      writeFileSync(path, renderPackIndex(placed.toReversed(), Buffer.alloc(20)));
      const index = new PackIndex(path);
      assert.equal(
        placed.map(({ oid }) => index.find(oid.toString('hex'))),
        offsets,
      );
      index.close();
      const listed = spawnSync('sh', ['-c', `git show-index < '${path}'`], { encoding: 'utf8' });
      assert.equal(
        listed.stdout
          .trim()
          .split('\n')
          .map((line) => Number(line.split(' ')[0])),
        offsets,
        listed.stderr,
      );
    }));

  it('says that it is damaged where it was cut off or is out of order', () =>
    withFolder(async (folder) => {
      const placed = [1, 2, 3].map((at) => ({ oid: Buffer.alloc(20, at), crc: at, offset: 2 ** 31 + at }));
      const whole = renderPackIndex(placed, Buffer.alloc(20));
      const disordered = Buffer.from(whole);
      disordered.writeUInt32BE(9, 8 + 2 * 4);
      const path = join(folder, 'pack.idx');
      const cuts = [0, 6, 500, 1032, 1040, 1100, whole.length - 45].map((length) => whole.subarray(0, length));
      for (const bytes of [...cuts, disordered]) {
        writeFileSync(path, bytes);
        assert.throws(
          () => new PackIndex(path).find('03'.repeat(20)),
          (error: Error) => error.message === `${path} is damaged`,
        );
      }
    }));
});
