import type { RawCall } from './raw-event.ts';
import { absolute, type PlacedCommand, placedCommands } from './shell-places.ts';

/** What `git status` said of the whole tree: every path that it does not list is as the last commit has it. */
export interface StatusTold {
  /** Files, and folders that are new. */
  readonly listed: readonly string[];
  /** A folder where it was asked may be a repository of its own. */
  readonly directory: string;
}

/** Undefined where a call asked for a part of the tree, asked elsewhere, or shows only a part of the answer. */
export function statusTold(call: RawCall, cwd: string): StatusTold | undefined {
  const commands = placedCommands(call, cwd);
  const at = commands.findLastIndex(({ words }) => words[0] === 'git' && /^(?:status|commit)$/.test(words[1] ?? ''));
  const asked = commands[at];
  if (asked?.directory === undefined || !isWithin(asked.directory, cwd)) return undefined;
  if (!commands.slice(at + 1).every(changesNothing) || CUT_OFF.test(call.output)) return undefined;
  const isStatus = asked.words[1] === 'status';
  const long = longStatus(call.output);
  if (isStatus ? call.failed || !isWholeStatus(asked) : long === undefined || !MADE_NONE.test(call.output))
    return undefined;
  if (!isShownWhole(commands[at + 1], call.output)) return undefined;
  const isFromTop = asked.words.some((word) => word.startsWith('--porcelain'));
  const from = isFromTop ? cwd : asked.directory;
  const listed = (long ?? shortStatus(call.output)).map((path) => path.replace(/\/$/, ''));
  return {
    listed: listed.flatMap((path) => absolute(path.replace(/[*?{}]/g, '_'), from, cwd) ?? []),
    directory: listed.some((path) => path.startsWith('../')) ? cwd : asked.directory,
  };
}

/** Files of which git says that they differ from the last commit, because they stand in its way; from the top of the repository. */
export function inTheWay({ output }: RawCall): string[] {
  const told = /Your local changes to the following files would be overwritten by \w+:\n((?:\t.+\n)+)/.exec(
    output,
  )?.[1];
  return told === undefined
    ? []
    : told
        .trimEnd()
        .split('\n')
        .map((line) => line.trim());
}

const MADE_NONE = /nothing (?:added )?to commit|no changes added to commit/;
const CUT_OFF =
  /\[?\.{3} ?\[?\d+ (?:characters|lines|chars)|…\d+ (?:tokens|chars) truncated…|<truncated|running in background/;
const LOOKS = new Set(['echo', 'pwd', 'ls', 'head', 'tail', 'cat', 'true', 'printf', 'wc']);
const GIT_LOOKS = new Set(['log', 'diff', 'show', 'branch', 'status', 'rev-parse', 'remote', 'push', 'fetch']);

function changesNothing({ words: [name = '', verb = ''] }: PlacedCommand): boolean {
  return name === 'git' ? GIT_LOOKS.has(verb) : LOOKS.has(name);
}

function isWholeStatus({ words }: PlacedCommand): boolean {
  const options = words.slice(2);
  return options.every((word) =>
    /^(?:-s|-b|-sb|--short|--branch|--porcelain(?:=v?1)?|-uall|--untracked-files=all)$/.test(word),
  );
}

/** `| head -5` shows all when it shows fewer lines. */
function isShownWhole(next: PlacedCommand | undefined, output: string): boolean {
  const [name = '', ...options] = next?.words ?? [];
  if (name === 'wc') return false;
  if (name !== 'head' && name !== 'tail') return true;
  const most = Number(/\d+/.exec(options.join(' '))?.[0] ?? 10);
  return output.trimEnd().split('\n').length < most;
}

function isWithin(directory: string, cwd: string): boolean {
  return `${directory}/`.startsWith(`${cwd}/`) || `${cwd}/`.startsWith(`${directory}/`);
}

/** The lines of the long form, if it is there. */
function longStatus(output: string): string[] | undefined {
  if (!/^(?:On branch|HEAD detached|interactive rebase in progress)\b/m.test(output)) return undefined;
  return [...output.matchAll(/^\t(?:[a-z ]+: +)?(.+?)(?: \([a-z ,]+\))?$/gm)].flatMap(([, path = '']) =>
    path.split(' -> ').map(unquoted),
  );
}

function shortStatus(output: string): string[] {
  return [...output.matchAll(/^(?! {2})[ MADRCTU?]{2} (.+)$/gm)].flatMap(([, path = '']) =>
    path.split(' -> ').map(unquoted),
  );
}

function unquoted(path: string): string {
  return path.replace(/^"(.*)"$/, '$1');
}
