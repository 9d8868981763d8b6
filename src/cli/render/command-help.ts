import { padToWidth } from '../../core/text-width.ts';
import { type Command, commonOptions, type Option } from '../command.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

const MAX_LEFT = 28;
const MIN_ROOM = 30;

type Row = readonly [left: string, about: string];

/** `COMMAND -h`: how it is called, and its arguments and options with what each does. */
export function renderCommandHelp(command: Command, width: number, style: Style): string {
  const own = command.options.filter((option) => !commonOptions.includes(option));
  const given = command.positionals.map(({ form, about }): Row => [form, about]);
  const rows = [...own, ...commonOptions].map((option): Row => [optionForm(option), optionAbout(option)]);
  return [
    ...wrap(`Usage: git checkpoint ${usageOf(command)}`, width),
    '',
    ...wrap(`${command.about}.`, width),
    ...section(style.bold('Arguments'), given, width),
    ...section(style.bold('Options'), rows, width),
    '',
  ].join('\n');
}

/** `show [ID] [options] [-- PATH]` */
export function usageOf({ name, positionals, options, dashes }: Command): string {
  const forms = positionals.map(({ form }) => form);
  const own = forms.filter((form) => !form.includes('--'));
  const behind = [...forms.filter((form) => form.includes('--')), ...(typeof dashes === 'string' ? [dashes] : [])];
  return [name, ...own, ...(options.length === 0 ? [] : ['[options]']), ...behind].join(' ');
}

function section(title: string, rows: readonly Row[], width: number): string[] {
  if (rows.length === 0) return [];
  const left = Math.min(MAX_LEFT, Math.max(...rows.map(([form]) => form.length))) + 2;
  const isNarrow = width - left - 2 < MIN_ROOM;
  return ['', title, ...rows.flatMap((row) => rowLines(row, { left: isNarrow ? 6 : left, width }))];
}

/** What it does stands beside it, or below where there is no room. */
function rowLines([form, about]: Row, { left, width }: { readonly left: number; readonly width: number }): string[] {
  const lines = wrap(about, width - left - 2);
  const beside = form.length + 2 <= left;
  const first = beside ? [`  ${padToWidth(form, left)}${lines.shift() ?? ''}`] : [`  ${form}`];
  return [...first, ...lines.map((line) => ' '.repeat(left + 2) + line)];
}

/** `-m, --message SUMMARY`, or `    --json[=FIELDS]`. */
function optionForm({ name, short, kind, value, optionalValue }: Option): string {
  const dashed = `${short === undefined ? '   ' : `-${short},`} --${name}`;
  if (optionalValue) return value === undefined ? dashed : `${dashed}[=${value}]`;
  return kind === 'flag' ? dashed : `${dashed} ${value ?? 'VALUE'}`;
}

function optionAbout({ about, choices }: Option): string {
  return choices === undefined ? about : `${about} (one of ${choices.join(', ')})`;
}
