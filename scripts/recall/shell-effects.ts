import { shellLine } from './commit-calls.ts';
import { type RawCall, string } from './raw-event.ts';
import { type ShellCommand, shellCommands } from './shell-words.ts';

/** What a shell command did to files, as far as its words tell; paths are as an edit would name them. */
export type ShellEffect =
  | { readonly kind: 'write' | 'append'; readonly path: string; readonly text: string }
  | { readonly kind: 'remove'; readonly path: string; readonly isStaged: boolean }
  | { readonly kind: 'move' | 'copy'; readonly path: string; readonly to: string; readonly isStaged: boolean }
  /** As the last commit has it. */
  | { readonly kind: 'restore'; readonly path: string };

/** Reads the effects off a call; what a program or a variable decides is not known. */
export function shellEffects(call: RawCall, cwd: string): ShellEffect[] {
  let directory = absolute(string(call.input['workdir']) || call.directory || cwd, cwd, cwd);
  return shellCommands(shellLine(call)).flatMap((command) => {
    if (command.isFallback || directory === undefined) return [];
    const [name = '', target = ''] = command.words;
    if (name !== 'cd') return effectsOf(command, (path) => absolute(path, directory ?? cwd, cwd));
    directory = absolute(target, directory, cwd);
    return [];
  });
}

type Resolve = (path: string) => string | undefined;

function effectsOf({ words, output, input }: ShellCommand, resolve: Resolve): ShellEffect[] {
  const isGit = words[0] === 'git';
  const elsewhere = isGit && words[1] === '-C' ? (words[2] ?? '') : '';
  const within: Resolve = (path) => resolve(elsewhere === '' || path.startsWith('/') ? path : `${elsewhere}/${path}`);
  const rest = isGit ? words.slice(elsewhere === '' ? 1 : 3) : words;
  const [name = '', ...options] = rest;
  const named = options.filter((word) => !word.startsWith('-'));
  const paths = named.flatMap((path) => within(path) ?? []);
  if (paths.length < named.length) return [];
  if (name === 'cat' && !isGit && named.length === 0 && output !== undefined && input !== undefined)
    return [resolve(output.path) ?? ''].flatMap((path) =>
      path === '' ? [] : { kind: output.appends ? 'append' : 'write', path, text: input },
    );
  if (name === 'rm' && !options.includes('--cached'))
    return paths.map((path) => ({ kind: 'remove', path, isStaged: isGit }));
  if (name === 'mv' || (name === 'cp' && !isGit))
    return moved(name, paths, /(?:^|\/)\.?$/.test(named.at(-1) ?? '')).map((effect) => ({
      ...effect,
      isStaged: isGit,
    }));
  const isWhole = options.every((word) => !word.startsWith('-') || word === '--') && isGit;
  if (isWhole && (name === 'restore' || (name === 'checkout' && options.includes('--'))))
    return paths.filter((_, at) => named[at] !== 'HEAD').map((path) => ({ kind: 'restore', path }));
  return [];
}

/** `mv a b dir/` puts both into the folder; of `mv a b` only the files can say whether b is one. */
function moved(name: 'mv' | 'cp', paths: readonly string[], intoFolder: boolean) {
  const to = paths.at(-1) ?? '';
  const isFolder = intoFolder || paths.length > 2;
  return paths.slice(0, -1).map((path) => ({
    kind: name === 'mv' ? ('move' as const) : ('copy' as const),
    path,
    to: isFolder ? `${to}/${path.slice(path.lastIndexOf('/') + 1)}` : to,
  }));
}

/** Undefined where a variable or a pattern stands in it. */
function absolute(path: string, directory: string, cwd: string): string | undefined {
  if (path === '' || /[$`*?{}[\]]/.test(path)) return undefined;
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
