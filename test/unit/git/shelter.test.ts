import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { makeShelter } from '../../../src/git/shelter.ts';
import { describe } from '../../support/suite.ts';
import { withRepo } from '../../support/with-repo.ts';

/** Beyond what a kernel gives out. */
const NOBODY = 99_999_999;

describe('a shelter', (it) => {
  it('removes what killed saves left: their shelters, and what keeps their packs', () =>
    withRepo((repo) => {
      const gitDir = join(repo.root, '.git');
      const left = join(gitDir, 'git-checkpoint', `objects-${NOBODY}-1`);
      const keepOf = (pack: string, words: string) => {
        const path = join(gitDir, 'objects', 'pack', `pack-${pack}.keep`);
        writeFileSync(path, words);
        return path;
      };
      mkdirSync(join(left, 'pack'), { recursive: true });
      const dead = keepOf('1', `git checkpoint is saving, process ${NOBODY}\n`);
      const alive = keepOf('2', `git checkpoint is saving, process ${process.pid}\n`);
      const other = keepOf('3', 'fetch-pack 99999999 on somewhere\n');
      const shelter = makeShelter({ root: repo.root, gitDir, commonDir: gitDir, prefix: '' }, () => {
        throw new Error('nothing to pack');
      });
      assert.equal([left, dead, alive, other].map(existsSync), [false, false, true, true]);
      shelter.remove();
    }));
});
