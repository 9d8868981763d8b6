import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { applyRestore } from '../../src/repository/restore.ts';
import { save } from '../../src/repository/save.ts';
import { planRestore } from '../../src/restore/plan.ts';
import { planUndo } from '../../src/restore/plan-undo.ts';
import { nestedRepo, readFiles, submodule } from '../support/nested.ts';
import { withOpen } from '../support/open.ts';
import { Random } from '../support/random.ts';
import { applyTree, type RandomTree, wander } from '../support/random-tree.ts';
import { describe } from '../support/suite.ts';
import { type TestRepo, withRepo } from '../support/with-repo.ts';

// With GIT_CHECKPOINT_RANDOM_ROUNDS=100 it runs for a long time; the seed in the message makes a failure repeat.
const ROUNDS = Number(process.env['GIT_CHECKPOINT_RANDOM_ROUNDS'] ?? 2);
const SEEDS = process.env['GIT_CHECKPOINT_RANDOM_SEED']?.split(',').map(Number) ?? [1, 2];

/** A repository of the round, and what its working tree has. */
interface Patch {
  readonly repo: TestRepo;
  tree: RandomTree;
}

/** Attributes would have git change line ends, which come back as the same tree and not as the same bytes. */
function walk(tree: RandomTree, choice: Random, steps: number): RandomTree {
  const next = wander(tree, choice, steps);
  next.delete('.gitattributes');
  return next;
}

function change(patch: Patch, choice: Random): void {
  const next = walk(patch.tree, choice, choice.pick([0, 1, 4, 10]));
  applyTree(patch.repo.root, patch.tree, next);
  patch.tree = next;
}

/** Stages or commits some of it, so that HEAD and index differ from one checkpoint to the next. */
function muddle({ repo, tree }: Patch, choice: Random): void {
  const paths = [...tree.keys()].filter(() => choice.chance(0.3)).map((path) => `:(literal)${path}`);
  const plain = paths.filter((path) => /^[\x20-\x7e]+$/.test(path));
  if (plain.length > 0 && choice.chance(0.4)) repo.tryGit('add', '--', ...plain);
  if (choice.chance(0.2)) repo.git('commit', '--quiet', '--allow-empty', '-m', 'some');
}

/** What no restore may change. */
function untouchables({ repo }: Patch): string {
  const gitDir = repo.git('rev-parse', '--absolute-git-dir');
  const refs = repo.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads', 'refs/tags');
  return [repo.git('rev-parse', 'HEAD'), refs, readFileSync(join(gitDir, 'index')).toString('base64')].join('\n');
}

const bytes = (repo: TestRepo) => Object.fromEntries([...readFiles(repo.root)].sort());

async function round(repo: TestRepo, patches: readonly Patch[], choice: Random): Promise<void> {
  await withOpen(repo, async (repository) => {
    const [{ checkpoint }, saved] = [await save(repository, { trigger: 'manual' }), bytes(repo)];
    for (const patch of patches) change(patch, choice);
    for (const patch of patches) muddle(patch, choice);
    const [before, fixed] = [bytes(repo), patches.map(untouchables)];
    const restored = await applyRestore(repository, await planRestore(repository, { checkpoint }));
    assert.equal(restored.differences, []);
    assert.equal(bytes(repo), saved, 'restoring gives the saved files');
    assert.equal(patches.map(untouchables), fixed, 'HEAD, branches and index stay');
    if (restored.safety === undefined) return;
    const undone = await applyRestore(repository, await planUndo(repository));
    assert.equal(undone.differences, []);
    assert.equal(bytes(repo), before, 'undoing gives the files before');
    assert.equal(patches.map(untouchables), fixed);
  });
}

describe('restoring random trees of repositories in repositories', (it) => {
  for (const seed of SEEDS) {
    it(`gives every byte back, and undoing those before (seed ${seed})`, () =>
      withRepo(async (repo) => {
        const choice = new Random(seed);
        const module = submodule(repo, 'module');
        const nested = nestedRepo(repo, 'nested');
        const repos = [repo, module, nested, nestedRepo(repo, 'nested/inner'), submodule(nested, 'module')];
        const patches = repos.map((one): Patch => ({ repo: one, tree: new Map() }));
        for (const patch of patches) change(patch, choice);
        for (let at = 0; at < ROUNDS; at += 1) {
          try {
            await round(repo, patches, choice);
          } catch (error) {
            const { message, details = '' } = error as Error & { details?: string };
            throw new Error(`seed ${seed}, round ${at}: ${message}\n${details}`, { cause: error });
          }
        }
      }));
  }
});
