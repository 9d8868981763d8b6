import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { World } from '../core/world.ts';

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
export function runCommand([command = '', ...args]: readonly string[], world: World): RunningCommand {
  const child = spawn(command, args, { cwd: world.cwd, env: world.env, stdio: 'inherit' });
  return { pid: child.pid, ended: endOf(child), kill: (signal) => void child.kill(signal) };
}

function endOf(child: ChildProcess): Promise<CommandEnd> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ kind: 'not-started', error }));
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
