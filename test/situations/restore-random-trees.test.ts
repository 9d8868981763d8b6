import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { pathToBytes } from '../../src/core/path-text.ts';
import { comparingLimits, type Repository } from '../../src/open/repository.ts';
import { applyRestore } from '../../src/repository/restore.ts';
import { save } from '../../src/repository/save.ts';
import { planRestore } from '../../src/restore/plan.ts';
import { planUndo } from '../../src/restore/plan-undo.ts';
import { takeSnapshot } from '../../src/snapshot/take-snapshot.ts';
import { withOpen } from '../support/open.ts';
import { Random } from '../support/random.ts';
import { applyTree, bystanders, type RandomTree, readTree, wander, writtenAt } from '../support/random-tree.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

// With GIT_CHECKPOINT_RANDOM_ROUNDS=1000 it runs for an hour; the seed in the message makes a failure repeat.
const ROUNDS = Number(process.env['GIT_CHECKPOINT_RANDOM_ROUNDS'] ?? 12);
const SEEDS = process.env['GIT_CHECKPOINT_RANDOM_SEED']?.split(',').map(Number) ?? [1, 2, 3, 4, 5, 6, 7, 8];

/** What no restore may change. */
function untouchables(repo: TestRepo): string {
  const index = readFileSync(join(repo.root, '.git/index')).toString('base64');
  const refs = repo.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads', 'refs/stash', 'refs/tags');
  return `${readFileSync(join(repo.root, '.git/HEAD'), 'utf8')}${refs}\n${index}`;
}

const treeNow = async (repository: Repository) =>
  (await takeSnapshot(repository.engine, comparingLimits(repository))).tree;

/**
 * Whether two trees are the same, or would be if git did not look at the index before it converts line ends: the index that the
 * checkpoint was saved with may be gone.
 */
function isSameTree(repo: TestRepo, one: string, other: string): boolean {
  if (one === other) return true;
  const raw = repo.git('diff-tree', '-r', '--raw', '--no-renames', one, other).split('\n');
  const onlyContent = raw.every((line) => /^:(\d+) \1 \S+ \S+ M\t/.test(line));
  return onlyContent && repo.git('diff-tree', '-r', '-p', '--ignore-cr-at-eol', one, other) === '';
}

/** Line ends that git's attributes normalise cannot come back as bytes, only as the same tree. */
function withoutLineEnds(files: Map<string, string>): Record<string, string> {
  return Object.fromEntries([...files].sort().map(([path, text]) => [path, text.replaceAll('\r\n', '\n')]));
}

function muddle(repo: TestRepo, choice: Random): void {
  // The bystanders stay untracked: what is tracked belongs to the tree, and goes with it.
  const others = ['*.ign', 'ignored'].map((path) => `:(exclude)${path}`);
  if (choice.chance(0.4)) repo.tryGit('add', '-A', '--', choice.pick(['a', 'b', 'sub', '.']), ...others);
  if (choice.chance(0.2)) repo.git('commit', '--quiet', '--allow-empty', '-m', 'some', '-a');
}

function round(repo: TestRepo, choice: Random, begin: RandomTree): Promise<RandomTree> {
  return withOpen(repo, async (repository) => {
    const [outcome, atSave] = [await save(repository, { trigger: 'manual' }), readTree(repo.root)];
    const { checkpoint } = outcome;
    const wrecked = wander(begin, choice, choice.pick([1, 4, 12]));
    applyTree(repo.root, begin, wrecked);
    muddle(repo, choice);
    const [before, wreckedTree, fixed] = [readTree(repo.root), await treeNow(repository), untouchables(repo)];
    const same = [...before].filter(([path, text]) => atSave.get(path) === text).map(([path]) => path);
    const times = writtenAt(repo.root, same);

    const restored = await applyRestore(repository, await planRestore(repository, { checkpoint }));
    assert.equal(restored.differences, []);
    assert.ok(isSameTree(repo, checkpoint.tree, await treeNow(repository)), 'restoring gives the saved tree');
    assert.equal(withoutLineEnds(readTree(repo.root)), withoutLineEnds(atSave), 'and the saved files');
    assert.is(untouchables(repo), fixed, 'HEAD, branches and index stay');
    // Other attributes can store the same bytes differently; such a file is written again so that git looks at it.
    const planned = new Set(restored.plan.steps.map(({ path }) => Buffer.from(pathToBytes(path)).toString('latin1')));
    for (const [path, time] of times)
      if (!planned.has(path)) assert.is(writtenAt(repo.root, [path]).get(path), time, `${path} was not touched`);

    if (restored.safety !== undefined) {
      const undone = await applyRestore(repository, await planUndo(repository));
      assert.equal(undone.differences, []);
      assert.ok(isSameTree(repo, wreckedTree, await treeNow(repository)), 'undoing gives the tree before');
      assert.equal(withoutLineEnds(readTree(repo.root)), withoutLineEnds(before), 'and the files before');
      assert.is(untouchables(repo), fixed);
    }
    return wrecked;
  });
}

describe('restoring random trees', (it) => {
  for (const seed of SEEDS) {
    it(`gives the saved tree, and undoing the tree before (seed ${seed})`, () =>
      withRepo(async (repo) => {
        const choice = new Random(seed);
        for (const path of bystanders) repo.write(path, `${path} stays\n`);
        let tree: RandomTree = wander(new Map(), choice, 10);
        applyTree(repo.root, new Map(), tree);
        repo.tryGit('add', '--', '.git*');
        repo.git('commit', '--quiet', '--allow-empty', '-m', 'begin');
        for (let at = 0; at < ROUNDS; at += 1) {
          try {
            tree = await round(repo, choice, tree);
          } catch (error) {
            const { message, details = '' } = error as Error & { details?: string };
            throw new Error(
              `seed ${seed}, round ${at}: ${message}
${details}`,
              { cause: error },
            );
          }
          for (const path of bystanders) assert.is(readFileSync(join(repo.root, path), 'utf8'), `${path} stays\n`);
        }
      }));
  }
});
