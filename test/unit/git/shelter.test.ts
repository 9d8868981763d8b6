import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
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

  it('says whose it is, so that another machine or a container on the same disk leaves it alone', () =>
    withRepo(async (repo) => {
      const gitDir = join(repo.root, '.git');
      const place = { root: repo.root, gitDir, commonDir: gitDir, prefix: '' };
      const shelter = makeShelter(place, async (_, __, folder) => {
        for (const ending of ['.pack', '.idx']) writeFileSync(join(folder, `pack-1${ending}`), '');
        return 'pack-1';
      });
      mkdirSync(join(shelter.directory, 'ab'));
      writeFileSync(join(shelter.directory, 'ab', 'c'.repeat(38)), '');
      await shelter.settle();
      const keep = join(gitDir, 'objects', 'pack', 'pack-1.keep');
      // As they look to somebody who cannot see this process.
      const elsewhere = (text: string) => text.replace(`${process.pid}@${hostname()}`, `${NOBODY}@elsewhere`);
      const theirs = elsewhere(shelter.directory);
      renameSync(shelter.directory, theirs);
      writeFileSync(keep, elsewhere(readFileSync(keep, 'utf8')));
      makeShelter(place, () => Promise.reject(new Error('nothing to pack'))).remove();
      assert.not.equal(theirs, shelter.directory);
      assert.equal([theirs, keep].map(existsSync), [true, true]);
    }));
});
