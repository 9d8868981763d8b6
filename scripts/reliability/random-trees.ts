import { spawnSync } from 'node:child_process';
import type { Section } from './section.ts';

const SEEDS = [1, 2, 3, 4, 5];
const TEST = 'nested-random-trees';

/** Runs the situation of random trees in repositories inside of repositories, from several seeds and for many rounds. */
export async function restoreRandomTrees(rounds: number): Promise<Section> {
  const env = {
    ...process.env,
    GIT_CHECKPOINT_RANDOM_ROUNDS: String(rounds),
    GIT_CHECKPOINT_RANDOM_SEED: SEEDS.join(','),
  };
  const run = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/test.ts', TEST], { env, encoding: 'utf8' });
  const [, passed = '0', failed = '0'] = /^(\d+) passed, (\d+) failed$/m.exec(run.stdout) ?? [];
  const isWhole = run.status === 0 && Number(passed) === SEEDS.length;
  return {
    title: 'Random trees of repositories in repositories, restored and undone',
    about:
      'A repository with a submodule and a nested repository, which has a submodule and a nested repository itself. In each round a checkpoint is saved; in all five, files are changed, added, deleted, renamed, staged and committed at random; then the checkpoint is restored and the restore undone. After both, every byte of every file is compared, and HEAD, branches and index of each repository have to be untouched.',
    head: ['seeds', 'rounds of each', 'restores and undos', 'seeds with a difference'],
    rows: [[String(SEEDS.length), String(rounds), String(SEEDS.length * rounds * 2), isWhole ? '0' : failed]],
    failed: !isWhole,
    details: isWhole ? [] : [run.stdout],
  };
}
