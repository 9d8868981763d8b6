import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestRepo } from './with-repo.ts';

export const CLI = fileURLToPath(new URL('../../dist/git-checkpoint.cjs', import.meta.url));

export interface CliRun {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Without what measures coverage: nothing that the bundle does can be told as lines of its sources. */
export function bundleEnv(env: Readonly<Record<string, string>>): Record<string, string> {
  const { NODE_V8_COVERAGE: _, ...rest } = env;
  return rest;
}

/** Runs the built command as a real process. */
export function runCli(repo: Pick<TestRepo, 'root' | 'env'>, args: readonly string[], options?: CliOptions): CliRun {
  return run(repo, [process.execPath, CLI, ...args], options);
}

/** The same as a user starts it: by its own name, through its launcher. */
export function runProgram(
  repo: Pick<TestRepo, 'root' | 'env'>,
  args: readonly string[],
  { program = CLI, ...options }: CliOptions & { readonly program?: string } = {},
): CliRun {
  return run(repo, [program, ...args], options);
}

function run(
  repo: Pick<TestRepo, 'root' | 'env'>,
  [command = '', ...args]: readonly string[],
  options: CliOptions = {},
): CliRun {
  const done = spawnSync(command, args, {
    cwd: options.cwd ?? repo.root,
    env: bundleEnv({ ...repo.env, ...options.env }),
    encoding: 'utf8',
    input: options.input ?? '',
    maxBuffer: 1 << 28,
  });
  if (done.error) throw done.error;
  return { status: done.status ?? -1, stdout: done.stdout, stderr: done.stderr };
}

/** Runs the command, expects success and answers stdout. */
export function checkpoint(repo: Pick<TestRepo, 'root' | 'env'>, ...args: string[]): string {
  const run = runCli(repo, args);
  if (run.status !== 0) throw new Error(`git checkpoint ${args.join(' ')}: exit ${run.status}: ${run.stderr}`);
  return run.stdout;
}
