import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, resolve as resolvePath } from 'node:path';
import type { World } from '../core/world.ts';
import { windowsCommand } from './windows-command.ts';

/** How a watched command ended. */
export type CommandEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'not-started'; readonly error: NodeJS.ErrnoException };

export interface RunningCommand {
  readonly pid: number | undefined;
  readonly ended: Promise<CommandEnd>;
  kill(signal: NodeJS.Signals): void;
}

/** Runs a command on our own terminal and streams: it stays in the foreground group, so keys and window sizes reach it untouched. */
export function runCommand(words: readonly string[], world: World): RunningCommand {
  const [command = '', ...rest] = words;
  const {
    file,
    args,
    verbatim = false,
  } = process.platform === 'win32' ? windowsCommand(words, world) : { file: command, args: rest };
  const child = spawn(file, args, {
    cwd: world.cwd,
    env: world.env,
    stdio: 'inherit',
    windowsVerbatimArguments: verbatim,
  });
  const why = (error: NodeJS.ErrnoException) =>
    error.code === 'EACCES' && isNowhere(command, world) ? notFound(command, error) : error;
  return { pid: child.pid, ended: endOf(child, why), kill: (signal) => void child.kill(signal) };
}

/** Whether a command without a place is in no folder that is searched; the system blames a closed one on the way instead. */
function isNowhere(command: string, { cwd, env }: World): boolean {
  if (command.includes('/') || env['PATH'] === undefined) return false;
  const paths = env['PATH'].split(delimiter).map((folder) => resolvePath(cwd, folder, command));
  return !paths.some((path) => existsSync(path) && statSync(path).isFile());
}

function notFound(command: string, cause: Error): NodeJS.ErrnoException {
  return Object.assign(new Error(`spawn ${command} ENOENT`, { cause }), { code: 'ENOENT' });
}

function endOf(child: ChildProcess, why: (error: NodeJS.ErrnoException) => NodeJS.ErrnoException): Promise<CommandEnd> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ kind: 'not-started', error: why(error) }));
    child.once('exit', (code, signal) =>
      resolve(signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signalled', signal }),
    );
  });
}

/** The exit code that a shell would see. */
export function exitCodeOf(end: CommandEnd): number {
  switch (end.kind) {
    case 'exited':
      return end.code;
    case 'signalled':
      return 128 + constants.signals[end.signal];
    case 'not-started':
      return end.error.code === 'ENOENT' ? 127 : 126;
  }
}
