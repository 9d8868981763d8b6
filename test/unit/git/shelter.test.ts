import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { makeShelter } from '../../../src/git/shelter.ts';
import { ownName } from '../../../src/local/owner.ts';
import { describe } from '../../support/suite.ts';
import { withRepo } from '../../support/with-repo.ts';

const dead = `${spawnSync('true').pid}@${hostname()}+1`;
/** The number of a process that lives, and that is another one. */
const reused = `${process.ppid}@${hostname()}+1`;
const elsewhere = `${process.pid}@elsewhere+1`;

describe('a shelter', (it) => {
  it('removes what killed saves left: their shelters, and what keeps their packs', () =>
    withRepo((repo) => {
      const gitDir = join(repo.root, '.git');
      const shelterOf = (owner: string) => {
        const path = join(gitDir, 'git-checkpoint', `objects-${owner}-1`);
        mkdirSync(join(path, 'pack'), { recursive: true });
        return path;
      };
      const keepOf = (pack: string, words: string, hours = 0) => {
        const path = join(gitDir, 'objects', 'pack', `pack-${pack}.keep`);
        writeFileSync(path, words);
        utimesSync(path, Date.now() / 1000 - hours * 3600, Date.now() / 1000 - hours * 3600);
        return path;
      };
      const saving = (owner: string | number) => `git checkpoint is saving, process ${owner}\n`;
      const go = [
        ...[dead, reused].map(shelterOf),
        keepOf('1', saving(dead)),
        keepOf('2', saving(reused).replace('saving', 'fetching')),
        keepOf('3', saving(elsewhere), 25),
        keepOf('4', saving(process.pid), 25),
      ];
      const stay = [
        shelterOf(elsewhere),
        keepOf('5', saving(ownName()), 25),
        keepOf('6', saving(elsewhere)),
        keepOf('7', saving(process.pid)),
        keepOf('8', 'fetch-pack 99999999 on somewhere\n', 25),
      ];
      const shelter = makeShelter({ root: repo.root, gitDir, commonDir: gitDir, prefix: '' }, () => {
        throw new Error('nothing to pack');
      });
      assert.equal(go.filter(existsSync), []);
      assert.equal(stay.filter(existsSync), stay);
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
      const elsewhere = (text: string) => text.replace(`${process.pid}@${hostname()}`, '7@elsewhere');
      const theirs = elsewhere(shelter.directory);
      renameSync(shelter.directory, theirs);
      writeFileSync(keep, elsewhere(readFileSync(keep, 'utf8')));
      makeShelter(place, () => Promise.reject(new Error('nothing to pack'))).remove();
      assert.not.equal(theirs, shelter.directory);
      assert.equal([theirs, keep].map(existsSync), [true, true]);
    }));
});
