import { shellLine } from './commit-calls.ts';
import { type RawCall, string } from './raw-event.ts';
import { type ShellCommand, shellCommands } from './shell-words.ts';

/** A command and the directory in which it ran, undefined where a variable says which. */
export interface PlacedCommand extends ShellCommand {
  readonly directory: string | undefined;
}

/** The commands of a call, without the steps between directories; `VAR=x git -C lib add` stands as `git add` in lib. */
export function placedCommands(call: RawCall, cwd: string): PlacedCommand[] {
  let directory = startOf(call, cwd);
  return shellCommands(shellLine(call)).flatMap((command) => {
    const words = withoutVariables(command.words);
    if (words[0] === 'cd' && !command.isFallback) {
      directory = directory === undefined ? undefined : absolute(words[1] ?? '', directory, cwd);
      return [];
    }
    return [{ ...command, ...(words[0] === 'git' ? ofGit(words, directory, cwd) : { words, directory }) }];
  });
}

/** Where the last command of a call ran, and so a patch that it was given. */
export function directoryOf(call: RawCall, cwd: string): string | undefined {
  const commands = placedCommands(call, cwd);
  return commands.length === 0 ? startOf(call, cwd) : commands.at(-1)?.directory;
}

function startOf(call: RawCall, cwd: string): string | undefined {
  const { workdir, directory, dir_path } = call.input;
  return absolute(string(workdir) || string(dir_path) || string(directory) || call.directory || cwd, cwd, cwd);
}

function withoutVariables(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !/^(?:env$|\w+=)/.test(word));
  return words.slice(Math.max(0, first));
}

function ofGit(words: readonly string[], directory: string | undefined, cwd: string) {
  const rest = words.slice(1);
  let place = directory;
  while (/^-/.test(rest[0] ?? '')) {
    const option = rest.shift();
    if (option !== '-C' && option !== '-c') continue;
    const value = rest.shift() ?? '';
    if (option === '-C') place = place === undefined ? undefined : absolute(value, place, cwd);
  }
  return { words: ['git', ...rest], directory: place };
}

/** Undefined where a variable, or the pattern of a shell, stands in it. */
export function absolute(path: string, directory: string, cwd: string): string | undefined {
  return /[*?{}]/.test(path) ? undefined : absolutePattern(path, directory, cwd);
}

/** The same for a path in which patterns may stand. */
export function absolutePattern(path: string, directory: string, cwd: string): string | undefined {
  if (path === '' || /[$`]/.test(path)) return undefined;
  const home = /^(?:\/(?:Users|home)\/[^/]+|\/root)/.exec(cwd)?.[0] ?? '~';
  const place = path.replace(/^~(?=\/|$)/, home);
  if (place.startsWith('~')) return undefined;
  const names = (place.startsWith('/') || directory === '' ? place : `${directory}/${place}`).split('/');
  const kept: string[] = [];
  for (const one of names) {
    if (one === '..' && kept.length > 1) kept.pop();
    else if (one !== '.' && (one !== '' || kept.length === 0)) kept.push(one);
  }
  return kept.join('/');
}
