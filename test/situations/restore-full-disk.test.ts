import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readTree } from '../support/random-tree.ts';
import { runCli } from '../support/run-cli.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, testRepo } from '../support/with-repo.ts';

/** How much is free when the restore begins, in blocks of 4 KB; it needs more than the half of them. */
const LEVELS = [0, 1, 4, 16, 32, 64, 96, 128, 192];
const FILES = 40;

/** A repository on a disk of its own; undefined where none can be mounted. */
async function withSmallDisk(use: (repo: TestRepo) => Promise<void>): Promise<boolean> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'git-checkpoint-disk-')));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder]).status === 0;
  try {
    if (!mounted) return false;
    const repo = testRepo(folder, join(folder, 'repo'));
    mkdirSync(repo.root);
    repo.git('init', '--quiet', '--initial-branch=main');
    await use(repo);
    return true;
  } finally {
    if (mounted) spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

const fill = (repo: TestRepo, word: string) => {
  for (let at = 0; at < FILES; at += 1) repo.write(`d${at % 4}/${at}`, `${word} ${at}\n`.repeat(1500));
};

/** Fills the disk up to so many free blocks. */
function leave(repo: TestRepo, blocks: number): void {
  const { bavail, bsize } = statfsSync(repo.home);
  const size = (Number(bavail) - blocks * (4096 / Number(bsize))) * Number(bsize);
  if (size > 0) writeFileSync(join(repo.home, 'filler'), Buffer.alloc(size, 'x'));
}

describe('a restore on a disk that is full', (it) => {
  it(`comes to one end or the other at each of ${LEVELS.length} levels`, async () => {
    const ran = await withSmallDisk(async (repo) => {
      fill(repo, 'old');
      repo.commit('old');
      await checkpoint(repo, 'save', '-m', 'old');
      const old = readTree(repo.root);
      fill(repo, 'new');
      rmSync(join(repo.root, 'd0/0'));
      repo.write('more', 'more\n');
      await checkpoint(repo, 'save', '-m', 'new');
      const now = readTree(repo.root);
      let refused = 0;
      for (const level of LEVELS) {
        leave(repo, level);
        // In a folder that is not full, as the system's usually is not: it is the working tree that is looked at.
        const run = runCli(repo, ['restore', '1', '--yes'], { env: { TMPDIR: tmpdir() } });
        if (run.status !== 0) refused += 1;
        rmSync(join(repo.home, 'filler'), { force: true });
        const next = runCli(repo, ['list', '--limit', '1']);
        assert.is(next.status, 0, next.stderr);
        const after = readTree(repo.root);
        const expected = run.status === 0 ? old : now;
        assert.equal(after, expected, `with ${level} blocks left: ${run.stderr}${next.stderr}`);
        assert.is(repo.tryGit('fsck', '--no-dangling').status, 0);
        assert.equal(
          readdirSync(join(repo.root, '.git/git-checkpoint')).filter((name) => name === 'restore.json'),
          [],
        );
        if (run.status === 0) await checkpoint(repo, 'restore', '2', '--yes');
      }
      assert.ok(refused > 0, 'no level was too little');
    });
    if (!ran) process.stdout.write('skipped: no disk can be mounted here\n');
  });
});
