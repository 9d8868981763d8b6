import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import type { Command, Option } from './command.ts';
import { commands, loadAll } from './commands.ts';

/** `-h`: what there is, or how one command is called. yargs lays it out from the same table that parses. */
export async function printHelp(argv: readonly string[], world: World): Promise<number> {
  const name = argv.find((word) => commands.has(word));
  const parser = await buildParser(await loadAll(), world);
  world.stdout.write(`${await parser.getHelp(name)}\n`);
  return 0;
}

/** A word that is no command: says so, with the nearest one that yargs finds. */
export async function unknownCommand(word: string): Promise<never> {
  const { default: yargs } = await import('yargs');
  let suggestion = '';
  const parser = yargs([word]).exitProcess(false).help(false).version(false).strictCommands().recommendCommands();
  for (const name of commands.keys()) parser.command(name, '');
  await parser
    .fail((message) => (suggestion = /^Did you mean (\S+?)\?/m.exec(message ?? '')?.[1] ?? suggestion))
    .parseAsync();
  throw new Failure('usage', `‘${word}’ is not a git checkpoint command`, {
    hint: suggestion === '' ? 'See `git checkpoint -h`.' : `Did you mean \`git checkpoint ${suggestion}\`?`,
  });
}

/** Builds yargs from the table; loaded for help and completion only. */
export async function buildParser(all: readonly Command[], world: World) {
  const { default: yargs } = await import('yargs');
  const build = () => {
    const parser = yargs([])
      .scriptName('git checkpoint')
      .usage('Usage: $0 [COMMAND] [options]\n\nKeeps the working tree and what the session knew as a checkpoint.')
      .help(false)
      .version(false)
      .exitProcess(false)
      .wrap(Math.min(100, world.stdout.columns ?? 80));
    for (const command of all) {
      parser.command(usageOf(command), command.about, (inside) => addOptions(inside, command.options));
    }
    return parser.epilogue('Without a command it saves. The manual: git checkpoint --help');
  };
  return {
    getHelp: async (name: string | undefined): Promise<string> => {
      if (name === undefined) return build().getHelp();
      const command = all.find((one) => one.name === name);
      if (command === undefined) return build().getHelp();
      const alone = yargs([]).scriptName('git checkpoint').help(false).version(false).exitProcess(false);
      const usage = `Usage: git checkpoint ${usageOf(command)} [options]\n\n${command.about}`;
      return addOptions(alone.usage(usage).wrap(Math.min(100, world.stdout.columns ?? 80)), command.options).getHelp();
    },
  };
}

function usageOf(command: Command): string {
  return [command.name, ...command.positionals.map(({ form }) => form)].join(' ').replaceAll('...', '..');
}

const yargsTypes = { flag: 'boolean', text: 'string', texts: 'array' } as const;

type Parser = import('yargs').Argv;

function addOptions(parser: Parser, options: readonly Option[]): Parser {
  for (const option of options) {
    parser.option(option.name, {
      describe: option.about,
      type: yargsTypes[option.kind],
      ...(option.short === undefined ? {} : { alias: option.short }),
      ...(option.choices === undefined ? {} : { choices: option.choices }),
    });
  }
  return parser;
}
