import { defined } from '../core/defined.ts';
import type { Command, Option } from './command.ts';

/** yargs as a page of help and completion want it. */
export async function emptyParser(words: readonly string[] = []) {
  const { default: yargs } = await import('yargs');
  return yargs(words).scriptName('git checkpoint').help(false).version(false).exitProcess(false).detectLocale(false);
}

/** All commands. */
export async function parserForAll(all: readonly Command[]) {
  const parser = (await emptyParser())
    .usage('Usage: $0 [COMMAND] [options]\n\nSave the working tree and what the session knew as a checkpoint.')
    .epilogue('Without a command, save. Manual: git checkpoint --help');
  for (const command of all.filter(({ internal }) => !internal)) parser.command(usageOf(command), command.about);
  return parser;
}

/** The options of one. */
export async function parserFor(command: Command) {
  const usage = `Usage: git checkpoint ${usageOf(command)} [options]\n\n${command.about}`;
  const parser = (await emptyParser()).usage(usage);
  for (const option of command.options) parser.option(option.name, shapeOf(option));
  return parser;
}

function usageOf(command: Command): string {
  return [command.name, ...command.positionals.map(({ form }) => form)].join(' ').replaceAll('...', '..');
}

const types = { flag: 'boolean', text: 'string', texts: 'array' } as const;

function shapeOf({ about, kind, short, choices }: Option): import('yargs').Options {
  return defined({ describe: about, type: types[kind], alias: short, choices });
}

/** What may stand in the place of the last of these words: commands, options, and values where there are few. */
export async function completionsFor(words: readonly string[], all: readonly Command[]): Promise<readonly string[]> {
  // Without a command it is a save.
  const [first = '', ...rest] = words[0]?.startsWith('-') ? ['save', ...words] : words;
  const command = rest.length === 0 ? undefined : all.find(({ name }) => name === first);
  const parser = await (command === undefined ? parserForAll(all) : parserFor(command));
  const found = await parser.getCompletion(command === undefined ? words : rest);
  // In a zsh, yargs adds what each is about; and it knows short options by long dashes.
  const plain = found.map((each) => each.replace(/:.*/s, '')).filter((each) => !/^--.$/.test(each));
  return plain.filter((each) => each.startsWith(words.at(-1) ?? ''));
}
