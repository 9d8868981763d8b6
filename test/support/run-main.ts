import { main } from '../../src/cli/main.ts';
import type { World } from '../../src/core/world.ts';
import { fixedWorld } from './fixed-world.ts';
import type { CliRun } from './run-cli.ts';
import type { TestRepo } from './with-repo.ts';

/** Runs a command in this process: for claims about words and exit codes that need no process of their own. */
export async function runMain(
  repo: Pick<TestRepo, 'root' | 'env'>,
  args: readonly string[],
  overrides: Partial<World> = {},
): Promise<CliRun> {
  const world = fixedWorld(repo.root, { env: repo.env, ...overrides });
  const status = await main(args, world);
  return { status, ...world.written };
}
