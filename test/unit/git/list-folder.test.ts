import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { composesNames, listFolder } from '../../../src/git/portable/list-folder.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

describe('names of a folder', (it) => {
  it('are composed where git has them so, and else are those of the disk', () =>
    withFolder(async (folder) => {
      const decomposed = 'Ko\u0308ln.txt';
      writeFileSync(join(folder, decomposed), '');
      writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0x65])]), '');
      const names = (composes: boolean) =>
        listFolder(folder, composes)
          .map(({ name }) => name)
          .sort();
      const bytes = (name: string) => Buffer.from(name).toString('latin1');
      assert.equal(names(false), [bytes(decomposed), '\u00ffe']);
      assert.equal(names(true), [bytes('K\u00f6ln.txt'), '\u00ffe']);
    }));

  it('are composed on macOS alone, where `git init` found the disk to decompose them', () => {
    const config = (value: boolean) => ({ flag: (key: string) => key === 'core.precomposeunicode' && value });
    assert.ok(composesNames(config(true), 'darwin'));
    assert.not.ok(composesNames(config(false), 'darwin'));
    assert.not.ok(composesNames(config(true), 'linux'));
  });
});
