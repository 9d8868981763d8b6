import { pythonEffects } from './python-effects.ts';
import type { RawCall } from './raw-event.ts';
import { absolute, absolutePattern, type PlacedCommand, placedCommands } from './shell-places.ts';

/** What a shell command did to files, as far as its words tell; paths are as an edit would name them. */
export type ShellEffect =
  | { readonly kind: 'write' | 'append'; readonly path: string; readonly text: string }
  | { readonly kind: 'remove'; readonly path: string; readonly isStaged: boolean }
  | { readonly kind: 'move' | 'copy'; readonly path: string; readonly to: string; readonly isStaged: boolean }
  | { readonly kind: 'replace'; readonly path: string; readonly change: (text: string) => string }
  /** As the last commit has it. */
  | { readonly kind: 'restore'; readonly path: string }
  /** To be in the next commit; a pattern of several files may stand in it. */
  | { readonly kind: 'stage'; readonly path: string }
  /** Everything put away, or brought back. */
  | { readonly kind: 'stash' | 'unstash'; readonly path: string };

/** Reads the effects off a call; what a program or a variable decides is not known. */
export function shellEffects(call: RawCall, cwd: string): ShellEffect[] {
  return placedCommands(call, cwd).flatMap((command) => {
    const { directory } = command;
    if (command.isFallback || directory === undefined) return [];
    const place: Place = {
      directory,
      exact: (path) => absolute(path, directory, cwd),
      pattern: (path) => absolutePattern(path, directory, cwd),
    };
    return command.words[0] === 'git' ? effectsOfGit(command, place) : effectsOf(command, place);
  });
}

const EVERYTHING = '/';

interface Place {
  readonly directory: string;
  exact(path: string): string | undefined;
  pattern(path: string): string | undefined;
}

function effectsOf(command: PlacedCommand, place: Place): ShellEffect[] {
  const [name = '', ...options] = command.words;
  const named = options.filter((word) => !word.startsWith('-'));
  const paths = pathsOf(named, place.exact);
  switch (name) {
    case 'cat':
      return named.length === 0 && command.input !== undefined ? written(command, command.input, place) : [];
    case 'tee':
      return command.input === undefined
        ? []
        : paths.map((path) => ({
            kind: options.includes('-a') ? 'append' : 'write',
            path,
            text: command.input ?? '',
          }));
    case 'echo':
      return options[0]?.startsWith('-') ? [] : written(command, `${options.join(' ')}\n`, place);
    case 'rm':
      return pathsOf(named, place.pattern).map((path) => ({ kind: 'remove', path, isStaged: false }));
    case 'mv':
    case 'cp':
      return moved(name, paths, named).map((effect) => ({ ...effect, isStaged: false }));
    case 'python':
    case 'python3':
      return pythonEffects(command.input ?? '', place.exact);
    case 'sed':
      return options.some((word) => /^-i|^--in-place/.test(word)) ? replaced(named, place) : [];
    default:
      return [];
  }
}

function effectsOfGit(command: PlacedCommand, place: Place): ShellEffect[] {
  const [name = '', ...options] = command.words.slice(1);
  const named = options.filter((word) => !word.startsWith('-'));
  const isWhole = options.every((word) => !word.startsWith('-') || word === '--');
  switch (name) {
    case 'add':
      return options.some((word) => /^(?:-A|--all|-u|--update)$/.test(word))
        ? [{ kind: 'stage', path: EVERYTHING }]
        : staged(named, place);
    case 'commit': {
      const at = options.indexOf('--');
      if (options.some((word) => /^-[a-z]*a|^--all$/.test(word))) return [{ kind: 'stage', path: EVERYTHING }];
      return at < 0 ? [] : staged(options.slice(at + 1), place);
    }
    case 'rm':
      return options.includes('--cached')
        ? []
        : pathsOf(named, place.pattern).map((path) => ({ kind: 'remove', path, isStaged: true }));
    case 'mv':
      return moved(name, pathsOf(named, place.exact), named).map((effect) => ({ ...effect, isStaged: true }));
    case 'restore':
      return isWhole ? restored(named, place) : [];
    case 'checkout':
      return isWhole && (options.includes('--') || named[0] === '.') ? restored(named, place) : [];
    case 'reset':
      return options.includes('--hard') && named.every((word) => word === 'HEAD')
        ? [{ kind: 'restore', path: EVERYTHING }]
        : [];
    case 'stash':
      if (named[0] === 'pop' || named[0] === 'apply') return [{ kind: 'unstash', path: place.directory }];
      return ['push', 'save', undefined].includes(named[0]) ? [{ kind: 'stash', path: place.directory }] : [];
    default:
      return [];
  }
}

/** Nothing where one of the names is not known. */
function pathsOf(named: readonly string[], resolve: Place['exact']): string[] {
  const paths = named.flatMap((path) => resolve(path) ?? []);
  return paths.length < named.length ? [] : paths;
}

/** What goes into a file by `>` or `>>`. */
function written({ output }: PlacedCommand, text: string, place: Place): ShellEffect[] {
  const path = output === undefined ? undefined : place.exact(output.path);
  return path === undefined ? [] : [{ kind: output?.appends ? 'append' : 'write', path, text }];
}

/** `mv a b dir/` puts both into the folder; of `mv a b` only the files can say whether b is one. */
function moved(name: 'mv' | 'cp', paths: readonly string[], named: readonly string[]) {
  const to = paths.at(-1) ?? '';
  const isFolder = /(?:^|\/)\.?$/.test(named.at(-1) ?? '') || paths.length > 2;
  return paths.slice(0, -1).map((path) => ({
    kind: name === 'mv' ? ('move' as const) : ('copy' as const),
    path,
    to: isFolder ? `${to}/${path.slice(path.lastIndexOf('/') + 1)}` : to,
  }));
}

function staged(named: readonly string[], place: Place): ShellEffect[] {
  return named.flatMap((one) => place.pattern(one) ?? []).map((path) => ({ kind: 'stage', path }));
}

function restored(named: readonly string[], place: Place): ShellEffect[] {
  const paths = named.filter((one) => one !== 'HEAD');
  return pathsOf(paths, place.exact).map((path) => ({ kind: 'restore', path }));
}

/** `s/old/new/` with plain words; anything else in an expression is not known. */
function replaced(named: readonly string[], place: Place): ShellEffect[] {
  const [expression = '', ...files] = named.filter((word) => word !== '');
  const [, , old = '', fresh = '', flags = ''] =
    /^s([/|#,])((?:(?!\1)[^\\.*[\]^$&])+)\1((?:(?!\1)[^\\&])*)\1(g?)$/.exec(expression) ?? [];
  if (old === '') return [];
  const change = (line: string) => (flags === 'g' ? line.replaceAll(old, () => fresh) : line.replace(old, () => fresh));
  return pathsOf(files, place.exact).map((path) => ({
    kind: 'replace',
    path,
    change: (text) => text.split('\n').map(change).join('\n'),
  }));
}
