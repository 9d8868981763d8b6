import { Failure } from '../core/failure.ts';
import { type World, worldAt } from '../core/world.ts';
import { exitCodeOf, runCommand } from '../watch/run-command.ts';

/** Runs an agent's client on this terminal until it ends; answers its exit code. */
export async function startClient(
  words: readonly string[] | undefined,
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
  world: World,
): Promise<number> {
  if (words === undefined) throw new Failure('no', 'this agent cannot be started from a command line');
  const end = await runCommand(words, worldAt(cwd, world, { env: { ...world.env, ...env } })).ended;
  if (end.kind === 'not-started') {
    throw new Failure('fatal', `cannot start ${words[0]}: ${end.error.message}`, {
      hint: 'Is it installed, and on your PATH?',
      cause: end.error,
    });
  }
  return exitCodeOf(end);
}
