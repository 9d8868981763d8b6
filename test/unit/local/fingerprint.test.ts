import { chmodSync, mkdirSync, renameSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { fingerprintOf } from '../../../src/local/fingerprint.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

describe('the fingerprint of a file', (it) => {
  it('stays while nobody touches the file, and changes with its content, mode, time or place on the disk', () =>
    withFolder(async (folder) => {
      const [path, other] = [join(folder, 'file'), join(folder, 'other')];
      writeFileSync(path, 'one');
      const seen = new Set([fingerprintOf(path)]);
      const changes = [
        () => writeFileSync(path, 'longer'),
        () => chmodSync(path, 0o600),
        () => utimesSync(path, 1, 1),
        () => {
          writeFileSync(other, 'longer', { mode: 0o600 });
          utimesSync(other, 1, 1);
          renameSync(other, path);
        },
      ];
      for (const change of changes) {
        assert.ok(seen.has(fingerprintOf(path)));
        change();
        assert.not.ok(seen.has(fingerprintOf(path)));
        seen.add(fingerprintOf(path));
      }
    }));

  it('sees by the change time an edit that keeps size and time', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'file');
      writeFileSync(path, 'one');
      const prints = () => [fingerprintOf(path), fingerprintOf(path, { changeTime: true })];
      utimesSync(path, 1, 1);
      const [plain, exact] = prints();
      const { ctimeMs } = statSync(path);
      while (statSync(path).ctimeMs === ctimeMs) {
        writeFileSync(path, 'two');
        utimesSync(path, 1, 1);
      }
      const [plainNow, exactNow] = prints();
      assert.is(plainNow, plain);
      assert.is.not(exactNow, exact);
    }));

  it('is that of a link itself, or of what it leads to', () =>
    withFolder(async (folder) => {
      const [path, link] = [join(folder, 'file'), join(folder, 'link')];
      writeFileSync(path, 'one');
      symlinkSync('file', link);
      assert.is.not(fingerprintOf(link), fingerprintOf(path));
      assert.is(fingerprintOf(link, { follow: true }), fingerprintOf(path));
    }));

  it('is absent where no file is or can be', () =>
    withFolder(async (folder) => {
      const [path, circle] = [join(folder, 'file'), join(folder, 'circle')];
      writeFileSync(path, 'one');
      symlinkSync('circle', circle);
      mkdirSync(join(folder, 'folder'));
      for (const absent of [join(folder, 'none'), join(path, 'below'), join(circle, 'below'), join(folder, 'folder')])
        assert.is(fingerprintOf(absent), undefined, absent);
    }));
});
