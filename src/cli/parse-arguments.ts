import { defined } from '../core/defined.ts';
import type { Failure } from '../core/failure.ts';
import type { Arguments, Command } from './command.ts';
import { hotCommands } from './hot-commands.ts';
import { usageFailure, whichCheckpoint } from './usage-failure.ts';

/** Parses a command's arguments by the table: with node alone where somebody waits, with yargs everywhere else. */
export async function parseArguments(command: Command, argv: readonly string[]): Promise<Arguments> {
  const cut = argv.indexOf('--');
  const before = cut < 0 ? argv : argv.slice(0, cut);
  const behind = cut < 0 ? [] : argv.slice(cut + 1);
  const { words, given } = takeOptionalValues(command, before);
  const { values: parsed, positionals } = hotCommands.has(command.name)
    ? (await import('./parse-hot.ts')).parseHot(command, words)
    : await (await import('./parse-with-yargs.ts')).parseWithYargs(command, words);
  const values = new Map([...parsed, ...given]);
  const args: Arguments = defined({
    flag: (name: string) => values.has(name),
    text: (name: string) => values.get(name)?.at(-1),
    texts: (name: string) => values.get(name) ?? [],
    positionals: command.dashes ? positionals : [...positionals, ...behind],
    after: cut >= 0 && command.dashes ? behind : undefined,
  });
  checkShape(command, args);
  return args;
}

/** Neither parser knows a flag that may have a value: what `--json=FIELDS` names is taken out before. */
function takeOptionalValues(command: Command, before: readonly string[]) {
  const given = new Map<string, readonly string[]>();
  const words = before.map((word) => {
    const option = command.options.find(({ name, optionalValue }) => optionalValue && word.startsWith(`--${name}=`));
    if (option === undefined) return word;
    const flag = `--${option.name}`;
    given.set(option.name, [...(given.get(option.name) ?? []), word.slice(flag.length + 1)]);
    return flag;
  });
  return { words, given };
}

function checkShape(command: Command, args: Arguments): void {
  for (const { name, choices } of command.options) {
    const value = args.text(name);
    if (choices !== undefined && value !== undefined && !choices.includes(value))
      throw usageFailure(command, `option '--${name}' is one of ${choices.join(', ')}, not '${value}'`);
  }
  const { positionals } = command;
  const missing = positionals[args.positionals.length];
  if (missing !== undefined && !missing.form.startsWith('[')) throw missingArgument(command, missing.form);
  const extra = args.positionals[positionals.length];
  if (extra !== undefined && !positionals.some(({ form }) => form.includes('...')))
    throw usageFailure(command, `unexpected argument '${extra}'`);
}

function missingArgument(command: Command, form: string): Failure {
  return form.startsWith('ID') ? whichCheckpoint(command) : usageFailure(command, `missing argument ${form}`);
}
