import { type ParseArgsConfig, parseArgs } from 'node:util';
import { defined } from '../core/defined.ts';
import type { Command, Option, ParsedWords } from './command.ts';
import { usageFailure } from './usage-failure.ts';

/** Parses the words of a command for which somebody waits: loading yargs would take as long as running it. */
export function parseHot(command: Command, words: readonly string[]): ParsedWords {
  const options = Object.fromEntries(command.options.map((option) => [option.name, shapeOf(option)]));
  // Not strict: node's own messages would not be those of yargs.
  const { tokens } = parseArgs({ args: [...words], options, allowPositionals: true, strict: false, tokens: true });
  // `--` was cut off before; here it can only come from dashes among short options.
  const end = tokens.find(({ kind }) => kind === 'option-terminator');
  if (end !== undefined) throw usageFailure(command, `unknown option '${words[end.index]}'`);
  const values = new Map<string, readonly string[]>();
  for (const token of tokens.filter((one) => one.kind === 'option')) {
    const option = command.options.find(({ name }) => name === token.name);
    if (option === undefined) throw usageFailure(command, `unknown option '${token.rawName}'`);
    values.set(option.name, [...(values.get(option.name) ?? []), ...valuesOf(command, option, token)]);
  }
  return { values, positionals: tokens.filter((one) => one.kind === 'positional').map(({ value }) => value) };
}

function valuesOf(command: Command, { name, kind }: Option, token: OptionToken): string[] {
  const { value, inlineValue } = token;
  if (kind === 'flag' && value !== undefined) throw usageFailure(command, `option '--${name}' takes no value`);
  if (kind === 'flag') return [];
  if (value === undefined || (!inlineValue && isOption(value)))
    throw usageFailure(command, `option '--${name}' needs a value`);
  return [value];
}

interface OptionToken {
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function shapeOf({ kind, short }: Option): NonNullable<ParseArgsConfig['options']>[string] {
  return defined({ type: kind === 'flag' ? 'boolean' : 'string', short });
}

/** Whether a word is an option where a value might stand; a negative number is a value. */
export function isOption(word: string): boolean {
  return /^-\D/.test(word) && !/^-\.\d+$/.test(word);
}
