import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { journal, killAt } from '../support/kill-restore.ts';
import { readTree } from '../support/random-tree.ts';
import { checkpoint, runMain } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

// GIT_CHECKPOINT_KILLS=300 looks at many more instants.
const KILLS = Number(process.env['GIT_CHECKPOINT_KILLS'] ?? 20);
const FILES = 500;

/** Two trees of 500 files that differ everywhere: content, type, exec bit, attributes; files that come and files that go. */
async function layTrees(repo: TestRepo): Promise<Record<1 | 2, Map<string, string>>> {
  const name = (at: number) => `folder-${at % 20}/file-${at}`;
  repo.write('.gitattributes', '* text=auto\n');
  for (let at = 0; at < FILES; at += 1) repo.write(name(at), `old ${at}\n`);
  repo.write('turns/into/a-link', 'file\n');
  repo.write('turns-into-a-folder', 'file\n');
  repo.commit('old');
  await checkpoint(repo, 'save', '-m', 'old');
  repo.write('.gitattributes', '* text eol=crlf\n');
  for (let at = 0; at < FILES; at += 1) {
    if (at % 10 === 0) rmSync(join(repo.root, name(at)));
    else if (at % 10 === 1) {
      rmSync(join(repo.root, name(at)));
      symlinkSync(`target-${at}`, join(repo.root, name(at)));
    } else if (at % 10 > 2) repo.write(name(at), `new ${at}\r\n`);
  }
  for (let at = 0; at < 50; at += 1) repo.write(`added-${at % 5}/file-${at}`, `added ${at}\n`);
  rmSync(join(repo.root, 'turns'), { recursive: true });
  symlinkSync('..', join(repo.root, 'turns'));
  rmSync(join(repo.root, 'turns-into-a-folder'));
  mkdirSync(join(repo.root, 'turns-into-a-folder'));
  writeFileSync(join(repo.root, 'turns-into-a-folder/file'), 'below\n');
  await checkpoint(repo, 'save', '-m', 'new');
  // Once there and back: now every line ends as the attributes say.
  await checkpoint(repo, 'restore', '1', '--yes');
  const old = readTree(repo.root);
  await checkpoint(repo, 'restore', '2', '--yes');
  return { 1: old, 2: readTree(repo.root) };
}

function isSame(one: Map<string, string>, other: Map<string, string>): boolean {
  return one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
}

describe('a restore that is killed', (it) => {
  it('is brought to one end or the other by the next command, never to a mixture', () =>
    withRepo(async (repo) => {
      const trees = await layTrees(repo);
      let standing: 1 | 2 = 2;
      const seen = { finished: 0, before: 0, after: 0 };
      for (let at = 0; at < KILLS; at += 1) {
        const target = standing === 1 ? 2 : 1;
        const after = at % 3 === 0 ? ('start' as const) : ('journal' as const);
        const milliseconds = after === 'start' ? 40 + at * 40 : at % 12;
        await killAt(repo, ['restore', String(target), '--yes'], { after, milliseconds });
        // Every fourth time the command that settles it is killed as well.
        if (at % 4 === 1) await killAt(repo, ['list'], { after: 'start', milliseconds: 150 });
        const next = await runMain(repo, ['list', '--limit', '1']);
        assert.is(next.status, 0, next.stderr);
        const now = readTree(repo.root);
        const which: 1 | 2 | undefined = ([1, 2] as const).find((one) => isSame(trees[one], now));
        const own = readdirSync(join(repo.root, '.git/git-checkpoint')).join(' ');
        assert.ok(which, `kill ${at} left a mixture beside ${own}; the next command said: ${next.stderr}`);
        if (next.stderr.includes('had been cut off. It was finished')) {
          seen.finished += 1;
          assert.is(which, target);
          assert.match(next.stderr, 'tree verified');
        } else seen[which === target ? 'after' : 'before'] += 1;
        standing = which ?? standing;
        assert.not.ok(existsSync(journal(repo)));
        const leftovers = readdirSync(join(repo.root, '.git/git-checkpoint')).filter((name) =>
          name.startsWith('restore-'),
        );
        assert.ok(leftovers.length <= 1, `left behind: ${leftovers.join(' ')}`);
        assert.not.ok(existsSync(join(repo.root, '.git/index.lock')));
      }
      assert.ok(seen.finished > 0, `no kill hit the restore itself: ${JSON.stringify(seen)}`);
      assert.is(repo.tryGit('fsck', '--no-dangling').status, 0);
    }));

  it('is taken back by undo', () =>
    withRepo(async (repo) => {
      const { 2: before } = await layTrees(repo);
      for (let tries = 0; ; tries += 1) {
        assert.ok(tries < 10, 'no kill hit the restore itself');
        await killAt(repo, ['restore', '1', '--yes'], { after: 'journal', milliseconds: tries % 3 });
        const undo = await runMain(repo, ['undo']);
        assert.is(undo.status, 0, undo.stderr);
        assert.equal(readTree(repo.root), before);
        if (undo.stdout.startsWith('A restore of checkpoint 1 had been cut off. It was taken back')) return;
      }
    }));
});
