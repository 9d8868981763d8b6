import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { CLI } from '../support/run-cli.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

// GIT_CHECKPOINT_EDITS=60 looks at many more instants.
const EDITS = Number(process.env['GIT_CHECKPOINT_EDITS'] ?? 12);
const FILES = 120;

/** Runs a restore, and writes into one of its files some time after it began. */
async function editDuring(repo: TestRepo, number: number, edit: { path: string; text: string; after: number }) {
  const child = spawn(process.execPath, [CLI, 'restore', String(number), '--yes'], {
    cwd: repo.root,
    env: repo.env,
    stdio: 'ignore',
  });
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  await sleep(edit.after);
  writeFileSync(join(repo.root, edit.path), edit.text);
  return ended;
}

describe('an edit while a restore is under way', (it) => {
  it('is never lost: it is in its file, or in a checkpoint', () =>
    withRepo(async (repo) => {
      const fill = (word: string) => {
        for (let at = 0; at < FILES; at += 1) repo.write(`f${at}`, `${word} ${at}\n`.repeat(20));
      };
      fill('old');
      repo.commit('old');
      await checkpoint(repo, 'save', '-m', 'old');
      fill('new');
      await checkpoint(repo, 'save', '-m', 'new');
      let refused = 0;
      for (let at = 0; at < EDITS; at += 1) {
        const [path, text] = [`f${(at * 37) % FILES}`, `edit ${at}\n`];
        const target = at % 2 === 0 ? 1 : 2;
        const status = await editDuring(repo, target, { path, text, after: 20 + ((at * 67) % 600) });
        if (status !== 0) refused += 1;
        const kept = repo.git('for-each-ref', '--format=%(refname)', 'refs/checkpoints').split('\n');
        const isKept = kept.some((ref) => repo.tryGit('show', `${ref}:${path}`).stdout === text);
        assert.ok(isKept || readFileSync(join(repo.root, path), 'utf8') === text, `edit ${at} of ${path} is gone`);
        await checkpoint(repo, 'restore', String(target), '--yes');
      }
      process.stdout.write(`${EDITS} edits, ${refused} restores refused\n`);
    }));
});
