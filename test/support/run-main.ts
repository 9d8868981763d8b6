import { main } from '../../src/cli/main.ts';
import type { World } from '../../src/core/world.ts';
import { fixedWorld } from './fixed-world.ts';
import { CLI, type CliRun } from './run-cli.ts';
import type { TestRepo } from './with-repo.ts';

interface MainOptions extends Partial<World> {
  /** What stands on standard input. */
  readonly input?: string;
}

/**
 * Runs a command in this process: for claims about words, exit codes, refs and files that need no process of their own. What it
 * starts beside itself runs here too, and has ended when this answers.
 */
export async function runMain(
  repo: Pick<TestRepo, 'root' | 'env'>,
  args: readonly string[],
  { input = '', env = {}, ...overrides }: MainOptions = {},
): Promise<CliRun> {
  const beside: Promise<number>[] = [];
  const world = fixedWorld(repo.root, {
    env: { ...repo.env, ...env },
    now: () => new Date(),
    stdin: oneChunk(input),
    program: [process.execPath, CLI],
    startSelf: async (more, cwd) => void beside.push(main(more, { ...silent(world), cwd })),
    ...overrides,
  });
  const status = await main(args, world);
  for (const other of beside) await other;
  return { status, ...world.written };
}

/** Runs the command in this process, expects success and answers stdout. */
export async function checkpoint(repo: Pick<TestRepo, 'root' | 'env'>, ...args: string[]): Promise<string> {
  const run = await runMain(repo, args);
  if (run.status !== 0) throw new Error(`git checkpoint ${args.join(' ')}: exit ${run.status}: ${run.stderr}`);
  return run.stdout;
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield Buffer.from(text);
}

/** As a process beside its parent has it: nobody reads what it says. */
function silent(world: World): World {
  const nowhere = { write: () => true };
  return { ...world, stdin: oneChunk(''), stdout: nowhere, stderr: nowhere };
}
