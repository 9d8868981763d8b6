import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { appendOwnFile, readOwnFile, replaceFile, writeOwnFile } from '../../../src/local/own-file.ts';
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

describe('a local file in place of which somebody put something else', (it) => {
  it('is not read or added to through a link, and replaces the link when it is written', () =>
    withFolder(async (folder) => {
      const [bait, path] = [join(folder, 'bait'), join(folder, 'journal')];
      writeFileSync(bait, 'precious\n');
      symlinkSync(bait, path);
      assert.throws(() => readOwnFile(path), /ELOOP/);
      assert.throws(() => appendOwnFile(path, 'x'), /ELOOP/);
      writeOwnFile(path, 'new');
      assert.is(readFileSync(path, 'utf8'), 'new');
      assert.is(readFileSync(bait, 'utf8'), 'precious\n');
    }));

  it('holds nobody up as a pipe', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'pipe');
      spawnSync('mkfifo', [path]);
      assert.throws(() => readOwnFile(path), /is not a regular file/);
      assert.throws(() => appendOwnFile(path, 'x'), /ENXIO|is not a regular file/);
    }));
});
