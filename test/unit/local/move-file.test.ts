import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { moveFile, whileHeld } from '../../../src/local/move-file.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

const held = (code: string) => Object.assign(new Error(code), { code });

describe('moving a file to its place', (it) => {
  it('replaces what is there', () =>
    withFolder(async (folder) => {
      const [from, to] = [join(folder, 'from'), join(folder, 'to')];
      writeFileSync(from, 'new');
      writeFileSync(to, 'old');
      moveFile(from, to);
      assert.equal([existsSync(from), readFileSync(to, 'utf8')], [false, 'new']);
    }));

  it('is tried again while somebody holds one of the files', () => {
    for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
      let tries = 0;
      whileHeld(() => {
        tries += 1;
        if (tries < 4) throw held(code);
      });
      assert.is(tries, 4);
    }
  });

  it('fails at once for any other reason, and in the end for these', () => {
    let tries = 0;
    const fail = (code: string) => () => {
      tries += 1;
      throw held(code);
    };
    assert.throws(() => whileHeld(fail('ENOENT')), 'ENOENT');
    assert.is(tries, 1);
    assert.throws(() => whileHeld(fail('EPERM')), 'EPERM');
    assert.ok(tries > 2);
  });
});
