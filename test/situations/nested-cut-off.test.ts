import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { journal, killAt } from '../support/kill-restore.ts';
import { nestedRepo, readFiles, submodule } from '../support/nested.ts';
import { saveIn } from '../support/open.ts';
import { runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

const KILLS = Number(process.env['GIT_CHECKPOINT_KILLS'] ?? 3);
const FILES = 150;

/** Two checkpoints of a repository, a nested one and a submodule; in all of them files differ, come and go. */
async function twoCheckpoints(repo: TestRepo): Promise<Record<1 | 2, Map<string, string>>> {
  const sub = submodule(repo, 'sub');
  const repos = [repo, sub, nestedRepo(repo, 'nested')];
  const write = (text: string) => {
    for (const one of repos) for (let at = 0; at < FILES; at += 1) one.write(`folder/${at}`, `${text} ${at}\n`);
  };
  write('old');
  await saveIn(repo);
  const old = readFiles(repo.root);
  write('new');
  for (const one of repos) {
    for (let at = 0; at < FILES; at += 7) rmSync(join(one.root, `folder/${at}`));
    one.write('added', 'added\n');
  }
  await saveIn(repo);
  return { 1: old, 2: readFiles(repo.root) };
}

function isSame(one: Map<string, string>, other: Map<string, string>): boolean {
  return one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
}

describe('a restore of nested repositories that is killed', (it) => {
  it('is brought to one end in all of them by the next command', () =>
    withRepo(async (repo) => {
      const trees = await twoCheckpoints(repo);
      let standing: 1 | 2 = 2;
      let finished = 0;
      for (let at = 0; at < KILLS; at += 1) {
        const target = standing === 1 ? 2 : 1;
        await killAt(repo, ['restore', String(target), '--yes'], { after: 'journal', milliseconds: (at * 5) % 40 });
        const isOpen = existsSync(journal(repo));
        const next = await runMain(repo, ['list', '--limit', '1']);
        assert.is(next.status, 0, next.stderr);
        const now = readFiles(repo.root);
        const which: 1 | 2 | undefined = ([1, 2] as const).find((one) => isSame(trees[one], now));
        assert.ok(which, `kill ${at} left a mixture; the next command said: ${next.stderr}`);
        if (isOpen) {
          assert.match(next.stderr, 'tree verified');
          assert.is(which, target);
          finished += 1;
        }
        assert.not.ok(existsSync(journal(repo)));
        standing = which ?? standing;
      }
      assert.ok(finished > 0, 'no kill hit the restore itself');
    }));

  it('is taken back in all of them by undo', () =>
    withRepo(async (repo) => {
      const { 2: before } = await twoCheckpoints(repo);
      for (let tries = 0; ; tries += 1) {
        assert.ok(tries < 10, 'no kill hit the restore itself');
        await killAt(repo, ['restore', '1', '--yes'], { after: 'journal', milliseconds: tries % 3 });
        if (existsSync(journal(repo))) break;
        await runMain(repo, ['undo', '--yes']);
      }
      const run = await runMain(repo, ['undo', '--yes']);
      assert.is(run.status, 0, run.stderr);
      assert.ok(isSame(before, readFiles(repo.root)));
    }));
});
