import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { Failure } from '../../../src/core/failure.ts';
import { readIndex } from '../../../src/git/files/index-file.ts';
import { describe } from '../../support/suite.ts';
import { withRepo } from '../../support/with-repo.ts';

const CHECKSUM = 20;

/** So much of an index, with the sum that fits it. */
function cut(bytes: Buffer, length: number): Buffer {
  const kept = bytes.subarray(0, length);
  return Buffer.concat([kept, createHash('sha1').update(kept).digest()]);
}

describe('an index that ends too soon', (it) => {
  for (const version of ['2']) {
    it(`is damaged, wherever it ends, in version ${version}`, () =>
      withRepo((repo) => {
        for (const path of ['a.txt', 'folder/b.txt', 'folder/deep/c.txt', 'z.txt']) repo.write(path, path);
        repo.commit('begin');
        repo.git('update-index', '--index-version', version);
        const gitDir = join(repo.root, '.git');
        const place = { root: repo.root, gitDir, commonDir: gitDir, prefix: '' };
        const whole = readFileSync(join(gitDir, 'index'));
        const entries = whole.indexOf('TREE');
        for (let length = 0; length <= whole.length - CHECKSUM; length += 1) {
          writeFileSync(join(gitDir, 'index'), cut(whole, length));
          if (length >= entries) assert.is(readIndex(place).entries.length, 4, `${length} bytes`);
          else assert.throws(() => readIndex(place), isDamage, `${length} bytes`);
        }
      }));
  }
});

function isDamage(error: unknown): boolean {
  return error instanceof Failure && error.message === 'the index is damaged';
}
