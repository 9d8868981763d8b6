import type { Command, Option, ParsedWords } from './command.ts';
import { isOption } from './parse-hot.ts';
import { usageFailure } from './usage-failure.ts';

/** Only what the table says: nothing is converted, negated, split at dots or spelled in another way. */
const plainly = {
  'boolean-negation': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'parse-numbers': false,
  'parse-positional-numbers': false,
};

const messages = {
  'Not enough arguments following: %s': "option '--%s' needs a value",
  'Argument unexpected for: %s': "option '--%s' takes no value",
};

/** Parses the words of a command that may take the time that yargs takes to load. */
export async function parseWithYargs(command: Command, words: readonly string[]): Promise<ParsedWords> {
  const long = words.flatMap((word) => inLongForm(command.options, word));
  const names = new Set(command.options.map(({ name }) => `--${name}`));
  refuse(
    command,
    long.map((word) => word.replace(/=.*/s, '')).find((word) => isOption(word) && !names.has(word)),
  );
  const { default: yargs } = await import('yargs');
  const parser = yargs(long)
    .exitProcess(false)
    .help(false)
    .version(false)
    .detectLocale(false)
    .updateStrings(messages)
    .parserConfiguration(plainly)
    .fail((message) => {
      throw usageFailure(command, message);
    });
  for (const { name, kind } of command.options) {
    if (kind === 'flag') parser.option(name, { type: 'boolean', nargs: 0 });
    else parser.option(name, { type: 'string', nargs: 1 });
  }
  const { _: positionals, $0: _program, ...found } = await parser.parseAsync();
  const values = Object.entries(found).filter(([, value]) => value !== undefined);
  // Where no option waits for it, a negative number is none of ours either.
  refuse(
    command,
    [...positionals.map(String), ...values.map(([name]) => `--${name}`)].find(
      (word) => /^-./.test(word) && !names.has(word),
    ),
  );
  return {
    values: new Map(values.map(([name, value]) => [name, textsOf(value)])),
    positionals: positionals.map(String),
  };
}

function refuse(command: Command, unknown: string | undefined): void {
  if (unknown !== undefined) throw usageFailure(command, `unknown option '${unknown}'`);
}

function textsOf(value: unknown): string[] {
  if (value === true) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

/** `-n5` and `-ni`, which yargs would read in ways of its own, as `--limit=5` and `--limit=i`; a word with an unknown letter as it is. */
function inLongForm(options: readonly Option[], word: string): string[] {
  const long: string[] = [];
  for (let rest = /^-[a-z]/i.test(word) ? word.slice(1) : ''; rest !== ''; rest = rest.slice(1)) {
    const option = options.find(({ short }) => short === rest[0]);
    if (option === undefined) return [word];
    if (option.kind !== 'flag') return [...long, `--${option.name}${rest.length > 1 ? `=${rest.slice(1)}` : ''}`];
    long.push(`--${option.name}`);
  }
  return long.length === 0 ? [word] : long;
}
