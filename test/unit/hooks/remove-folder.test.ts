import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { removeFolder } from '../../../src/hooks/doctor/remove-folder.ts';
import { describe } from '../../support/suite.ts';

describe('removing a folder', (it) => {
  it('goes on while another process still writes there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'git-checkpoint-test-'));
    for (let n = 0; n < 2000; n += 1) mkdirSync(join(folder, `${n}`));
    // It can make nothing more once the folder is gone.
    const writer = spawn(
      'sh',
      ['-c', 'echo; for n in 1 2 3 4 5 6 7 8 9; do mkdir "$0/late$n"; sleep 0.02; done', folder],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const ended = once(writer, 'close');
    await once(writer.stdout, 'data');
    await removeFolder(folder);
    assert.not.ok(existsSync(folder));
    await ended;
  });

  it('has nothing to do where there is none', () => removeFolder(join(tmpdir(), 'git-checkpoint-test-none')));
});
