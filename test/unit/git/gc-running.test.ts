import { spawnSync } from 'node:child_process';
import { utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { gcRuns, gcTrace, packsChangedSince } from '../../../src/git/gc-running.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';
import { withRepo } from '../../support/with-repo.ts';

describe('a gc', (it) => {
  it('runs while its process does, and on another machine for as long as git believes it', () =>
    withFolder(async (commonDir) => {
      const runs = () => gcRuns({ root: commonDir, gitDir: commonDir, commonDir, prefix: '' });
      const runsWith = (mark: string, hours = 0) => {
        writeFileSync(join(commonDir, 'gc.pid'), mark);
        const then = Date.now() / 1000 - hours * 3600;
        utimesSync(join(commonDir, 'gc.pid'), then, then);
        return runs();
      };
      assert.not(runs());
      assert.ok(runsWith(`${process.pid} ${hostname()}`));
      assert.not(runsWith(`${spawnSync('true').pid} ${hostname()}`));
      assert.equal([runsWith('7 elsewhere', 11), runsWith('7 elsewhere', 13)], [true, false]);
    }));

  it('leaves a trace also where it finds nothing to pack', () =>
    withRepo((repo) => {
      const commonDir = join(repo.root, '.git');
      const place = { root: repo.root, gitDir: commonDir, commonDir, prefix: '' };
      repo.write('a', '1');
      const lost = repo.git('hash-object', '-w', 'a');
      for (const folder of ['pack', 'info']) utimesSync(join(commonDir, 'objects', folder), 1000, 1000);
      const before = gcTrace(place);
      repo.git('gc', '--quiet', '--prune=now');
      assert.is(repo.tryGit('cat-file', '-e', lost).status, 1);
      assert.is.not(gcTrace(place), before);
      assert.ok(packsChangedSince(place, new Date(Date.now() - 60_000)));
    }));
});
