import type { ToolCall } from '../core/session.ts';
import { checkOf, kindsOf } from './command-kind.ts';
import { cutWords } from './sentences.ts';
import type { CallView, Item, SessionView } from './session-view.ts';

const MAX_TOLD = 2;
const MAX_WAY = 80;
/** The shell's words, and in them the program that it did not find. */
const NOT_FOUND =
  /(?:^|\bsh: |\bline \d+: |: )command not found: ([\w.+-]+)\s*$|^(?:\S*sh: )?(?:(?:line )?\d+: )?([\w.+-]+): (?:command )?not found\s*$|'([\w.+-]+)' is not recognized as an internal/im;

/** The program of a line that is not on this machine; one that a container or another machine lacks is none. */
export function missingProgram({ command = '', output = '' }: ToolCall): string | undefined {
  const [, late, early, windows] = NOT_FOUND.exec(output.slice(0, MAX_OUTPUT)) ?? [];
  const name = late ?? early ?? windows;
  const isHere = kindsOf(command).some(
    ({ text, typed }) => typed.replace(SETS, '') === text && programOf(text) === name,
  );
  return name !== undefined && isHere ? name : undefined;
}

const MAX_OUTPUT = 2_000;
const SETS = /^(?:[A-Za-z_]\w*=\S*\s+)+/;

function programOf(part: string): string {
  return part.split(/\s/, 1)[0] ?? '';
}

/** Programs that were called in vain and never went well since, with the way in which they did. */
export function missingPrograms({ calls }: SessionView): Item[] {
  const found = new Map<string, Item>();
  for (const [at, entry] of calls.entries()) {
    const name = entry.failed ? missingProgram(entry.call) : undefined;
    if (name === undefined || onlyLooks(entry.call, name)) continue;
    const ways = calls.slice(at + 1).flatMap((later) => waysOf(later, name));
    found.delete(name);
    if (ways.some((way) => programOf(way) === name)) continue;
    const way = ways.at(-1);
    const instead = way === undefined ? '' : `; \`${cutWords(way.replace(/ -$/, ''), MAX_WAY)}\` went well`;
    found.set(name, {
      text: `There is no \`${name}\` on this machine${instead}`,
      from: { by: 'command', turn: entry.turn },
    });
  }
  return [...found.values()].slice(-MAX_TOLD);
}

function onlyLooks({ command = '' }: ToolCall, name: string): boolean {
  return kindsOf(command).every(({ kind, text }) => kind === 'look' || programOf(text) !== name);
}

/** Of a line that goes on after a failure nobody knows what went well. */
const TRIES = /\|\||(?:^|[;\n]\s*)(?:until|while|for)\s/;

/** The parts of a line that went well and ran a program, by whatever name and through whatever else. */
function waysOf({ call, failed }: CallView, name: string): string[] {
  if (failed || call.result !== 'ok' || TRIES.test(call.command ?? '')) return [];
  const [known = ''] = checkOf(name).name.split(' ');
  return kindsOf(call.command ?? '').flatMap(({ text, typed }) =>
    programOf(text) === name || checkOf(programOf(text)).name === known ? [typed] : [],
  );
}
