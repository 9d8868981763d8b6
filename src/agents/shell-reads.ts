import { posix } from 'node:path';
import type { FileRead, ToolCall } from '../core/session.ts';
import { keptText, LIMITS } from './kept-text.ts';
import { type Pipeline, pipelinesOf } from './shell-words.ts';

const MAX_READS = 20;
const MAX_LINE = 4000;
/** Most lines show no file; they need not be split. */
const SHOWING = /(?:^|[;&\n])[^\S\n]*(?:cat|nl|bat|batcat|less|more|head|tail|sed|awk) (?!>)/;
/** Where errors go changes nothing about what is shown. */
const UNHEARD = /\s2>(?:&1|\s?\/dev\/null)/g;

/** A command of a session, kept, with the files that it shows. */
export function commandFields(command: string, directory = ''): Pick<ToolCall, 'command' | 'reads'> {
  const reads = readsOfCommand(command, directory);
  return command === '' ? {} : { command: keptText(command, LIMITS.command), ...(reads.length === 0 ? {} : { reads }) };
}

/** Files that a shell line shows, with the lines of each where they are told. Agents without a reading tool read so. */
export function readsOfCommand(line: string, directory = ''): readonly FileRead[] {
  if (!SHOWING.test(line)) return [];
  const reads: FileRead[] = [];
  let folder = directory;
  for (const pipeline of pipelinesOf(line.slice(0, MAX_LINE).replace(UNHEARD, ''))) {
    const [command, target] = pipeline[0] ?? [];
    if (command === 'cd' && target !== undefined) folder = posix.join(posix.isAbsolute(target) ? '' : folder, target);
    else reads.push(...readsOf(pipeline).map(({ path, ...rest }) => ({ path: inFolder(folder, path), ...rest })));
  }
  return reads.slice(0, MAX_READS);
}

function inFolder(folder: string, path: string): string {
  const whole = folder === '' || /^(?:[/~]|[A-Za-z]:)/.test(path) ? path : posix.join(folder, path);
  return keptText(whole, LIMITS.path);
}

/** The first stage shows files; those after it may only choose lines. */
function readsOf([first = [], ...filters]: Pipeline): readonly FileRead[] {
  const shown = showing(first);
  if (shown === undefined) return [];
  const chosen = filters.map(showing);
  if (chosen.some((stage) => stage === undefined || stage.files.length > 0)) return [];
  const ranges = [...chosen].reverse().find((stage) => stage?.ranges !== undefined)?.ranges ?? shown.ranges ?? [''];
  return shown.files.flatMap((path) => ranges.map((lines) => (lines === '' ? { path } : { path, lines })));
}

interface Stage {
  readonly files: readonly string[];
  /** Line ranges; absent when all are shown. */
  readonly ranges?: readonly string[] | undefined;
}

/** What each option takes that is followed by a value. */
const VALUED: Readonly<Record<string, RegExp>> = {
  nl: /^-[bdfhilnsvw]$/,
  bat: /^(?:-[rlHp]|--(?:line-range|language|style|color|paging|theme))$/,
  head: /^-[nc]$/,
  tail: /^-[nc]$/,
  sed: /^-[ef]$/,
};

/** A stage that prints files or its input, all of it or some lines; undefined forevery other command. */
function showing([command = '', ...words]: readonly string[]): Stage | undefined {
  if (words.some((word) => /^[<>]/.test(word) && word !== '<')) return undefined;
  const options = words.filter((word) => word.startsWith('-') && word !== '-');
  const valued = VALUED[command];
  const values = words.filter((_, at) => valued?.test(words[at - 1] ?? ''));
  const rest = words.filter((word, at) => !options.includes(word) && !valued?.test(words[at - 1] ?? ''));
  if (/^(?:cat|nl|bat|batcat|less|more)$/.test(command)) return plain(rest, batRanges(values));
  if (command === 'head') return plain(rest, [`1-${count([...options, ...values]) ?? 10}`], options);
  if (command === 'tail') return tailed(rest, [...options, ...values]);
  if (command === 'sed') return edited(words, rest, values);
  return command === 'awk' ? awked(rest) : undefined;
}

function plain(
  files: readonly string[],
  ranges?: readonly string[],
  options: readonly string[] = [],
): Stage | undefined {
  if (options.some((option) => /^-c/.test(option))) return undefined;
  return files.every(isPlainPath) ? { files: files.filter((file) => file !== '-' && file !== '<'), ranges } : undefined;
}

/** A name that the shell takes as it stands. */
function isPlainPath(word: string): boolean {
  return word !== '' && !/[$*?`{}[\]()!\n]/.test(word) && !word.startsWith('/dev/');
}

function batRanges(values: readonly string[]): readonly string[] | undefined {
  const ranges = values.flatMap((value) => /^(\d*):(\d*)$/.exec(value)?.slice(1, 3) ?? []);
  return ranges.length === 2 ? [`${ranges[0] || 1}-${ranges[1]}`] : undefined;
}

function count(words: readonly string[]): string | undefined {
  return words.map((word) => /^-?(?:n|-lines=)?(\d+)$/.exec(word)?.[1]).find((number) => number !== undefined);
}

/** Lines from a number on; how far the last ones reach from the end nobody can tell. */
function tailed(files: readonly string[], words: readonly string[]): Stage | undefined {
  const from = [...words, ...files].map((word) => /^(?:-n)?\+(\d+)$/.exec(word)?.[1]).find((one) => one !== undefined);
  return from === undefined
    ? undefined
    : plain(
        files.filter((file) => !file.startsWith('+')),
        [`${from}-`],
      );
}

/** `sed -n` with addresses alone prints those lines. */
function edited(words: readonly string[], rest: readonly string[], scripts: readonly string[]): Stage | undefined {
  if (!words.some((word) => /^-[a-zA-Z]*n/.test(word)) || words.some((word) => /^(?:-i|--in-place)/.test(word)))
    return undefined;
  const script = scripts.length > 0 ? scripts.join(';') : (rest[0] ?? '');
  const ranges = script.split(/[;\n]/).map((part) => /^\s*(\d+)(?:,\s*(\d+|\$))?\s*p\s*(?:;|$)/.exec(part));
  if (ranges.some((range) => range === null)) return undefined;
  const lines = ranges.map((range) => `${range?.[1]}-${range?.[2] === '$' ? '' : (range?.[2] ?? range?.[1])}`);
  return plain(scripts.length > 0 ? rest : rest.slice(1), lines);
}

/** `awk` with two bounds on the line's number and nothing else. */
function awked([program = '', ...files]: readonly string[]): Stage | undefined {
  const bounds =
    /^\s*NR\s*(>=?|==)\s*(\d+)\s*(?:&&|,)\s*NR\s*(<=?|==)\s*(\d+)\s*(?:\{\s*print(?:\s+\$0)?;?\s*\})?\s*$/.exec(
      program,
    );
  if (bounds === null) return undefined;
  const [from, to] = [Number(bounds[2]) + (bounds[1] === '>' ? 1 : 0), Number(bounds[4]) - (bounds[3] === '<' ? 1 : 0)];
  return plain(files, [`${from}-${to}`]);
}
