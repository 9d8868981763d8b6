import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { makeOwnFolder, scratchPath } from '../../../src/git/scratch.ts';
import { describe } from '../../support/suite.ts';
import { withFolder } from '../../support/with-folder.ts';

/** Beyond what a kernel gives out. */
const NOBODY = 99_999_999;

describe('a scratch path', (it) => {
  it('removes what killed processes left, and nothing else', () => {
    const gitDir = mkdtempSync(join(tmpdir(), 'git-checkpoint-test-'));
    const folder = join(gitDir, 'git-checkpoint');
    const stays = ['config.json', 'newest', 'restore.json', 'journal', `other.${NOBODY}`, `newest.${process.pid}`];
    const goes = [
      `index-${NOBODY}-1`,
      `restore.json.${NOBODY}`,
      `config.json.${NOBODY}`,
      `newest.${NOBODY}`,
      `journal.${NOBODY}`,
    ];
    try {
      mkdirSync(folder);
      for (const name of [...stays, ...goes]) writeFileSync(join(folder, name), '');
      scratchPath({ root: gitDir, gitDir, commonDir: gitDir, prefix: '' }, 'index-');
      assert.equal(readdirSync(folder).sort(), stays.sort());
    } finally {
      rmSync(gitDir, { recursive: true });
    }
  });

  it('leaves what a process on another machine or in a container made for a day', () =>
    withFolder(async (gitDir) => {
      const folder = join(gitDir, 'git-checkpoint');
      const place = { root: gitDir, gitDir, commonDir: gitDir, prefix: '' };
      const theirs = [`index-${NOBODY}@elsewhere-1`, `index-${NOBODY}@elsewhere-1-user`, `push-${NOBODY}@web-1-2`];
      mkdirSync(folder);
      for (const name of [...theirs, `index-${NOBODY}@${hostname()}-1.lock`, `push-${NOBODY}@${hostname()}-2`])
        writeFileSync(join(folder, name), '');
      scratchPath(place, 'index-');
      assert.equal(readdirSync(folder).sort(), theirs);
      const { now } = Date;
      Date.now = () => now() + 2 * 86_400_000;
      try {
        scratchPath(place, 'index-');
      } finally {
        Date.now = now;
      }
      assert.equal(readdirSync(folder), []);
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
