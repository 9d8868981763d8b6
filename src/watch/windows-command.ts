import { existsSync } from 'node:fs';
import { win32 } from 'node:path';
import type { World } from '../core/world.ts';

/** What is started, and how its arguments are handed over. */
interface StartedCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** The arguments are quoted already. */
  readonly verbatim?: true;
}

/**
 * On Windows `npm` is a batch file, which only `cmd.exe` can run, and Node starts none by itself. Everything else is started as it is
 * named. `exists` is handed in so that the search can be tried anywhere.
 */
export function windowsCommand(
  [command = '', ...args]: readonly string[],
  { cwd, env }: Pick<World, 'cwd' | 'env'>,
  exists: (path: string) => boolean = existsSync,
): StartedCommand {
  const found = find(command, { cwd, env }, exists);
  if (found === undefined || !/\.(?:cmd|bat)$/i.test(found)) return { file: command, args };
  const line = [forShell(found), ...args.map((arg) => forShell(forShell(quoted(arg))))].join(' ');
  return { file: env['ComSpec'] ?? env['COMSPEC'] ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

/** The file that a name stands for: in its own folder, else in those of PATH, with the endings that the system tries. */
function find(
  command: string,
  { cwd, env }: Pick<World, 'cwd' | 'env'>,
  exists: (path: string) => boolean,
): string | undefined {
  const folders = /[\\/]/.test(command) ? [cwd] : [cwd, ...(env['PATH'] ?? env['Path'] ?? '').split(';')];
  const endings = ['', ...(env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').toLowerCase().split(';')];
  const tried = win32.extname(command) === '' ? endings.slice(1) : endings;
  return folders
    .flatMap((folder) => tried.map((ending) => win32.resolve(folder, command + ending)))
    .find((path) => exists(path));
}

/** One argument as a program takes it apart: backslashes count only before a quote. */
function quoted(arg: string): string {
  return `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}

/** What `cmd.exe` would act on. A batch file hands its arguments on through a second reading, so they go through this twice. */
function forShell(text: string): string {
  return text.replace(/[()[\]%!^"`<>&|;, *?]/g, '^$&');
}
