import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import { describeSettingProblem } from '../core/setting-problem.ts';
import { stripControls } from '../core/strip-controls.ts';
import { type World, worldAt } from '../core/world.ts';
import type { Repository } from '../open/repository.ts';
import { aliases, commandNamed } from './aliases.ts';
import type { Arguments } from './command.ts';
import { loadAll, loadCommand } from './commands.ts';
import { exitCodes, reportFailure } from './failures.ts';
import { parseArguments } from './parse-arguments.ts';

/** Runs one command and answers its exit code. Nothing is thrown. */
export async function main(argv: readonly string[], world: World): Promise<number> {
  const opened: Promise<Repository>[] = [];
  const repository: Opener = (asked, bare = false) => {
    opened[0] ??= open(commandNamed(argv[0] ?? ''), asked, bare);
    return opened[0];
  };
  try {
    return await dispatch(argv, world, repository);
  } catch (error) {
    reportFailure(error, argv, world);
    return error instanceof Failure ? exitCodes[error.kind] : exitCodes.fatal;
  } finally {
    // That it could not be opened has been reported; that it could not be closed has not.
    for (const open of opened) {
      await open.then(
        (one) => close(one, argv[0], world).catch((error: unknown) => reportFailure(error, argv, world)),
        () => undefined,
      );
    }
  }
}

/** Opens the repository; a restore that was cut off is brought to its end first. */
async function open(command: string, world: World, bare: boolean): Promise<Repository> {
  // Loaded only here: most hooks end without opening a repository.
  const { openRepository } = await import('../open/repository.ts');
  const repository = await openRepository(world.cwd, world, { bare });
  const { hasJournal } = await import('../restore/journal.ts');
  // undo decides itself.
  if (command !== 'undo' && hasJournal(repository.engine.place)) {
    await (await import('./recover.ts')).recoverAndTell(repository, world);
  }
  return repository;
}

/** Agents read what hooks and the server say; doctor and config tell it themselves. */
const telling: readonly (string | undefined)[] = ['hook', 'mcp', 'doctor', 'report', 'config'];

async function close(repository: Repository, command: string | undefined, world: World): Promise<void> {
  const problems = telling.includes(command) ? [] : (await repository.settings).problems;
  for (const problem of problems) world.stderr.write(`warning: ${stripControls(describeSettingProblem(problem))}\n`);
  for (const { from, to, taken } of repository.moved) {
    world.stderr.write(
      taken
        ? `Checkpoint ${from} is another one now; yours was renumbered to ${to}.\n`
        : `Checkpoint ${from} is now ${to}.\n`,
    );
  }
  for (const warning of repository.warnings) world.stderr.write(`warning: ${stripControls(warning)}\n`);
  await repository.close();
}

type Opener = (world: World, bare?: boolean) => Promise<Repository>;

async function dispatch(argv: readonly string[], world: World, repository: Opener): Promise<number> {
  const [first = 'save', ...rest] = argv;
  if (argv[0] === 'help') return (await import('./help.ts')).printManual(argv, world);
  if (asksForHelp(argv)) return (await import('./help.ts')).printHelp(argv, world);
  if (first === '--version' || first === '-V')
    return (await import('./version-text.ts')).printVersion(world, () => repository(world));
  // Without a command it is a save: `git checkpoint -m "before the refactoring"`.
  const named = !first.startsWith('-');
  const [name, ...implied] = aliases.get(first) ?? [first];
  const command = await loadCommand(named ? name : 'save');
  if (command === undefined) return (await import('./help.ts')).unknownCommand(first);
  const args = await parseArguments(command, named ? [...implied, ...rest] : argv);
  const asked = worldAsked(args, world);
  return command.run({ args, world: asked, repository: () => repository(asked, command.inBare), commands: loadAll });
}

/** The world as the user wants it with `--color` and `-q`; what was asked for as JSON is not talk. */
function worldAsked(args: Arguments, world: World): World {
  const when = args.flag('color') ? (args.text('color') ?? 'always') : 'auto';
  const color = when === 'always' || when === 'never' ? when : undefined;
  const quiet = args.flag('quiet') || undefined;
  if (color === undefined && quiet === undefined) return world;
  const stdout = quiet && !args.flag('json') ? { write: () => true } : undefined;
  return worldAt(world.cwd, world, defined({ color, quiet, stdout }));
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const own = end < 0 ? argv : argv.slice(0, end);
  return own.includes('-h') || own.includes('--help');
}
