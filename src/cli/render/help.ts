import { padToWidth } from '../../core/text-width.ts';
import type { Command } from '../command.ts';
import { examples, groupCommands } from '../command-groups.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

const INDENT = 2;
const GAP = 2;

/** `-h`: the commands by what they are for, and what people do most. */
export function renderHelp(all: readonly Command[], width: number, style: Style): string {
  const groups = groupCommands(all);
  const widest = Math.max(...groups.flatMap(({ commands }) => commands.map(({ name }) => name.length)));
  const parts = [
    'Usage: git checkpoint [COMMAND] [options]\n',
    paragraph('Save the working tree and what the session knew as a checkpoint. Without a command, save.', width),
    ...groups.map(({ title, commands }) =>
      [style.bold(title), ...commands.flatMap((command) => entry(command, widest, width)), ''].join('\n'),
    ),
    [style.bold('Examples'), ...examples.flatMap((example) => exampleLines(example, width, style)), ''].join('\n'),
    paragraph('`git checkpoint COMMAND -h` lists its options; `git checkpoint help` is the manual.', width),
  ];
  return parts.join('\n');
}

/** The name, and beside it what it does. */
function entry({ name, about }: Command, widest: number, width: number): string[] {
  const room = Math.max(20, width - INDENT - widest - GAP);
  return wrap(about, room).map(
    (line, at) => ' '.repeat(INDENT) + padToWidth(at === 0 ? name : '', widest) + ' '.repeat(GAP) + line,
  );
}

const EXAMPLE_WIDTH = 45;

function exampleLines([about, command]: readonly [string, string], width: number, style: Style): string[] {
  const typed = ' '.repeat(INDENT) + command;
  const comment = style.dim(`# ${about}`);
  if (width >= EXAMPLE_WIDTH + about.length + 2) return [padToWidth(typed, EXAMPLE_WIDTH) + comment];
  return [' '.repeat(INDENT) + comment, typed];
}

function paragraph(text: string, width: number): string {
  return `${wrap(text, width).join('\n')}\n`;
}
