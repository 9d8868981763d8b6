import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { GitEngine } from '../../../src/git/engine.ts';
import { compareWithDisk } from '../../../src/resume/compare-with-disk.ts';
import { saveIn, withOpen } from '../../support/open.ts';
import { describe } from '../../support/suite.ts';
import { withRepo } from '../../support/with-repo.ts';

describe('a look at what is on the disk', (it) => {
  it('reads no file that would take seconds, and all the others', () =>
    withRepo(async (repo) => {
      repo.write('small.txt', 'one\n');
      repo.write('other.txt', 'one\n');
      const { checkpoint } = await saveIn(repo, { summary: 'Small' });
      repo.write('small.txt', 'one\n');
      repo.write('other.txt', 'two\n');
      repo.write('large.bin', '');
      truncateSync(join(repo.root, 'large.bin'), 4 * 1024 ** 3);
      const saved = { mode: '100644', oid: repo.git('rev-parse', 'refs/checkpoints/1:small.txt') };
      const files = ['large.bin', 'small.txt', 'other.txt'].map((path) => ({ path, saved }));
      await withOpen(repo, async ({ engine }) => {
        const read: string[] = [];
        const storedIds: GitEngine['worktree']['storedIds'] = (paths) => {
          read.push(...paths);
          return engine.worktree.storedIds(paths);
        };
        const watched = { ...engine, worktree: { ...engine.worktree, storedIds } };
        const looks = await compareWithDisk(watched, checkpoint, files);
        assert.equal(
          files.map(({ path }) => looks.get(path)?.kind),
          ['changed', 'same', 'changed'],
        );
        assert.equal(read, ['other.txt']);
      });
    }));
});
