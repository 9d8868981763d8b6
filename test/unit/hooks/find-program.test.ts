import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { programWords } from '../../../src/hooks/install/find-program.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

const program = ['C:\\Program Files\\nodejs\\node.exe', 'C:\\Users\\Ada L\\git-checkpoint-node.cjs'];
const put = (folder: string, name: string) => writeFileSync(join(folder, name), '', { mode: 0o755 });

describe('how agents start this program on Windows', (it) => {
  it('is by its name where npm has put it on the PATH', () =>
    withFolder(async (folder) => {
      put(folder, 'git-checkpoint.cmd');
      assert.equal(programWords({ program, env: { Path: `C;${folder}` } }, 'win32'), ['git-checkpoint']);
    }));

  it('begins with a word that needs no quotes, which PowerShell takes for a text', () =>
    withFolder(async (folder) => {
      put(folder, 'node.exe');
      const script = 'C:/Users/Ada L/git-checkpoint-node.cjs';
      assert.equal(programWords({ program, env: { PATH: folder } }, 'win32'), ['node', script]);
      const [first] = programWords({ program, env: { PATH: '' } }, 'win32');
      assert.is(first, 'C:/Program Files/nodejs/node.exe');
    }));

  it('is by the paths as they are elsewhere', () => {
    assert.equal(programWords({ program: ['/usr/bin/node', '/opt/a\\b.cjs'], env: { PATH: '' } }, 'linux'), [
      '/usr/bin/node',
      '/opt/a\\b.cjs',
    ]);
  });
});
