import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { CLI } from '../support/run-cli.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

// GIT_CHECKPOINT_RESTORES=60 looks at many more instants.
const RESTORES = Number(process.env['GIT_CHECKPOINT_RESTORES'] ?? 12);
const EDITS_OF_EACH = 5;
const FILES = 120;

interface Edit {
  readonly path: string;
  readonly text: string;
}

/** Runs a restore, and writes into some of its files one after the other, from some time after it began. */
async function editDuring(
  repo: TestRepo,
  number: number,
  { edits, after }: { readonly edits: readonly Edit[]; readonly after: number },
): Promise<number> {
  const child = spawn(process.execPath, [CLI, 'restore', String(number), '--yes'], {
    cwd: repo.root,
    env: repo.env,
    stdio: 'ignore',
  });
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  await sleep(after);
  for (const { path, text } of edits) {
    writeFileSync(join(repo.root, path), text);
    await sleep(7);
  }
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
      for (let at = 0; at < RESTORES; at += 1) {
        const edits = Array.from({ length: EDITS_OF_EACH }, (_, part) => ({
          path: `f${(at * 37 + part * 23) % FILES}`,
          text: `edit ${at} ${part}\n`,
        }));
        const target = at % 2 === 0 ? 1 : 2;
        const status = await editDuring(repo, target, { edits, after: 20 + ((at * 67) % 600) });
        if (status !== 0) refused += 1;
        const refs = repo.git('for-each-ref', '--format=%(refname)', 'refs/checkpoints').split('\n');
        for (const { path, text } of edits) {
          const isKept = refs.some((ref) => repo.tryGit('show', `${ref}:${path}`).stdout === text);
          assert.ok(isKept || readFileSync(join(repo.root, path), 'utf8') === text, `${text} in ${path} is gone`);
        }
        await checkpoint(repo, 'restore', String(target), '--yes');
      }
      process.stdout.write(`${RESTORES * EDITS_OF_EACH} edits, ${refused} of ${RESTORES} restores refused\n`);
    }));
});
