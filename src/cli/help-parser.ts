import { defined } from '../core/defined.ts';
import type { Command, Option } from './command.ts';

/** yargs as a page of help wants it. */
export async function emptyParser(words: readonly string[] = []) {
  const { default: yargs } = await import('yargs');
  return yargs(words).scriptName('git checkpoint').help(false).version(false).exitProcess(false).detectLocale(false);
}

/** The options of one command. */
export async function parserFor(command: Command) {
  const usage = `Usage: git checkpoint ${usageOf(command)}\n\n${command.about}`;
  const parser = (await emptyParser()).usage(usage);
  for (const option of command.options) parser.option(option.name, shapeOf(option));
  return parser;
}

/** `show [ID] [options] [-- PATH]` */
export function usageOf({ name, positionals, options, dashes }: Command): string {
  const forms = positionals.map(({ form }) => form);
  const own = forms.filter((form) => !form.includes('--'));
  const behind = [...forms.filter((form) => form.includes('--')), ...(typeof dashes === 'string' ? [dashes] : [])];
  return [name, ...own, ...(options.length === 0 ? [] : ['[options]']), ...behind].join(' ');
}

const types = { flag: 'boolean', text: 'string', texts: 'array' } as const;

function shapeOf({ about, kind, short, choices }: Option): import('yargs').Options {
  return defined({ describe: about, type: types[kind], alias: short, choices });
}
