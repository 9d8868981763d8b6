import { Failure } from '../core/failure.ts';
import type { Arguments, Command } from './command.ts';
import { usageFailure } from './usage-failure.ts';

/** Commands for which an agent or a person waits. */
const hot: ReadonlySet<string> = new Set(['hook', 'status', 'save', 'resume', 'list', 'show', 'verify']);

/** Parses a command's arguments by the table: with node alone where somebody waits, with yargs everywhere else. */
export async function parseArguments(command: Command, argv: readonly string[]): Promise<Arguments> {
  const cut = argv.indexOf('--');
  const before = cut < 0 ? argv : argv.slice(0, cut);
  const behind = cut < 0 ? [] : argv.slice(cut + 1);
  const { values, positionals } = hot.has(command.name)
    ? (await import('./parse-hot.ts')).parseHot(command, before)
    : await (await import('./parse-with-yargs.ts')).parseWithYargs(command, before);
  const args: Arguments = {
    flag: (name) => values.has(name),
    text: (name) => values.get(name)?.at(-1),
    texts: (name) => values.get(name) ?? [],
    positionals: command.dashes ? positionals : [...positionals, ...behind],
    ...(cut < 0 || !command.dashes ? {} : { after: behind }),
  };
  checkShape(command, args);
  return args;
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
  if (!form.startsWith('ID')) return usageFailure(command, `missing argument ${form}`);
  return new Failure('usage', `${command.name}: which checkpoint?`, {
    hint: `Try \`git checkpoint ${command.name} latest\`, or run \`git checkpoint list\`.`,
  });
}
