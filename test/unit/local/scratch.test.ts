import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { makeOwnFolder } from '../../../src/local/own-folder.ts';
import { ownName } from '../../../src/local/owner.ts';
import { scratchPath, sweepDeadFiles } from '../../../src/local/scratch.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

const here = hostname();
const dead = spawnSync('true').pid;

/** Makes these files, lets a command come by, now or days later, and tells which stay. */
function sweep(gitDir: string, names: readonly string[], days = 0): string[] {
  const folder = join(gitDir, 'git-checkpoint');
  makeOwnFolder(folder);
  for (const name of names) writeFileSync(join(folder, name), '');
  if (days === 0) scratchPath({ root: gitDir, gitDir, commonDir: gitDir, prefix: '' }, 'index-');
  else sweepDeadFiles(folder, new Date(Date.now() + days * 86_400_000));
  return readdirSync(folder).sort();
}

describe('a scratch path', (it) => {
  it('removes what killed processes left, and nothing else', () =>
    withFolder(async (gitDir) => {
      const stays = ['config.json', 'journal', 'newest', `other.${dead}`, 'restore.json', `index-${ownName()}-1`];
      const goes = [
        `index-${dead}@${here}+1-1-user`,
        `index-${dead}@${here}-1.lock`,
        `push-${dead}@${here}+1-2`,
        `draft-${dead}@${here}+1-1`,
      ];
      assert.equal(sweep(gitDir, [...stays, ...goes]), stays.sort());
    }));

  it('removes what a process left whose number another one has now', () =>
    withFolder(async (gitDir) => {
      assert.equal(sweep(gitDir, [`index-${process.ppid}@${here}+1-1`]), []);
    }));

  it('leaves what a process on another machine or in a container made for a day', () =>
    withFolder(async (gitDir) => {
      const sandbox = `rules-${dead}@${here}.1+7-1`;
      const theirs = [
        sandbox,
        `index-${dead}@elsewhere+7-1`,
        `index-${dead}@elsewhere-1-user`,
        `push-${dead}@${here}-1-2`,
      ];
      assert.equal(sweep(gitDir, theirs), theirs.sort());
      assert.equal(sweep(gitDir, [], 2), []);
    }));
});

describe('a folder of ours', (it) => {
  it('is made with those of ours above it, and does not bring a deleted repository back', () =>
    withFolder(async (home) => {
      makeOwnFolder(join(home, 'git-checkpoint', 'jobs'));
      assert.ok(existsSync(join(home, 'git-checkpoint', 'jobs')));
      assert.throws(() => makeOwnFolder(join(home, 'repo', '.git', 'git-checkpoint', 'jobs')), /ENOENT/);
      assert.not.ok(existsSync(join(home, 'repo')));
    }));
});
