import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { replaceFile } from '../../../src/local/own-file.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

describe('a file that is replaced', (it) => {
  it('has the new content and mode, and nothing is left beside it', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'file');
      writeFileSync(path, 'old');
      replaceFile(path, 'new', { mode: 0o600 });
      assert.is(readFileSync(path, 'utf8'), 'new');
      assert.is(statSync(path).mode & 0o777, 0o600);
      assert.equal(readdirSync(folder), ['file']);
    }));

  it('stays as it is when it cannot be, and nothing is left beside it', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'in the way');
      mkdirSync(path);
      assert.throws(() => replaceFile(path, 'new'), /EISDIR|ENOTEMPTY|EPERM/);
      assert.equal(readdirSync(folder), ['in the way']);
    }));
});
