import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { scratchPath } from '../../../src/git/scratch.ts';
import { describe } from '../../support/suite.ts';

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
});
