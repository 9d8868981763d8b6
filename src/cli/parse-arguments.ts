import { type ParseArgsConfig, parseArgs } from 'node:util';
import { describeError, Failure } from '../core/failure.ts';
import type { Arguments, Command, Option } from './command.ts';

/** Parses a command's arguments without yargs, which would cost more than the command. */
export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const cut = argv.indexOf('--');
  const before = cut < 0 ? argv : argv.slice(0, cut);
  const behind = cut < 0 ? [] : argv.slice(cut + 1);
  const parsed = parsePlain(command, before) ?? parseAny(command, before);
  const { values } = parsed;
  const args: Arguments = {
    flag: (name) => values[name] === true,
    text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
    texts: (name) => (Array.isArray(values[name]) ? values[name] : []),
    positionals: command.dashes ? parsed.positionals : [...parsed.positionals, ...behind],
    ...(cut < 0 || !command.dashes ? {} : { after: behind }),
  };
  checkShape(command, args);
  return args;
}

interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
}

/** Whole options with their values, as nearly everybody writes them; undefined for anything else. node's own parser takes a millisecond. */
function parsePlain(command: Command, words: readonly string[]): Parsed | undefined {
  const values: Record<string, string | boolean | readonly string[]> = {};
  const several = (name: string) => (Array.isArray(values[name]) ? values[name] : []);
  const positionals: string[] = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (!word.startsWith('-')) {
      positionals.push(word);
      continue;
    }
    const option = command.options.find(({ name, short }) => word === `--${name}` || word === `-${short}`);
    const value = option?.kind === 'flag' ? true : left.shift();
    if (option === undefined || value === undefined || String(value).startsWith('-')) return undefined;
    values[option.name] = option.kind === 'texts' ? [...several(option.name), String(value)] : value;
  }
  return { values, positionals };
}

function parseAny(command: Command, words: readonly string[]): Parsed {
  const options = Object.fromEntries(command.options.map((option) => [option.name, shapeOf(option)]));
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
    return { values: values as Parsed['values'], positionals };
  } catch (cause) {
    throw new Failure('usage', firstSentence(describeError(cause)), {
      hint: `See \`git checkpoint ${command.name} -h\`.`,
      cause,
    });
  }
}

function shapeOf(option: Option): NonNullable<ParseArgsConfig['options']>[string] {
  const short = option.short === undefined ? {} : { short: option.short };
  if (option.kind === 'flag') return { type: 'boolean', ...short };
  return { type: 'string', ...short, ...(option.kind === 'texts' ? { multiple: true } : {}) };
}

function firstSentence(message: string): string {
  return message.split('. ')[0] ?? message;
}

function checkShape(command: Command, args: Arguments): void {
  const hint = `See \`git checkpoint ${command.name} -h\`.`;
  for (const { name, choices } of command.options) {
    const value = args.text(name);
    if (choices !== undefined && value !== undefined && !choices.includes(value)) {
      throw new Failure('usage', `--${name}: ‘${value}’ is not one of ${choices.join(', ')}`, { hint });
    }
  }
  const many = command.positionals.some(({ form }) => form.includes('...'));
  const required = command.positionals.filter(({ form }) => !form.startsWith('[')).length;
  if (args.positionals.length < required) {
    throw new Failure('usage', `${command.name} needs ${command.positionals[args.positionals.length]?.form}`, { hint });
  }
  if (!many && args.positionals.length > command.positionals.length) {
    throw new Failure('usage', `‘${args.positionals[command.positionals.length]}’ is one argument too many`, { hint });
  }
}

/** A whole number given as an option. */
export function wholeNumber(args: Arguments, name: string): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Failure('usage', `--${name}: ‘${text}’ is not a whole number`);
  return Number(text);
}

/** An option of the form 2/3: the second of three. */
export function partOption(
  args: Arguments,
  name: string,
): { readonly number: number; readonly of: number } | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const [, number = 0, of = 0] = (/^(\d)\/(\d)$/.exec(text) ?? []).map(Number);
  if (number < 1 || number > of) throw new Failure('usage', `--${name}: ‘${text}’ is not of the form 1/2`);
  return { number, of };
}
