import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestRepo } from './with-repo.ts';

/** A real terminal: a tmux session of its own server. */
export interface Terminal {
  type(...keys: string[]): void;
  /** Waits until the screen shows it, and answers the screen. */
  waitFor(pattern: RegExp): Promise<string>;
  /** All that was written, with lines that the terminal broke in one piece. */
  joined(): string;
  close(): void;
}

/** Whether this machine has tmux; without it there is no terminal to test on. */
export function hasTerminal(): boolean {
  return spawnSync('tmux', ['-V']).status === 0;
}

let serial = 0;

/** Runs a command line in a terminal of 80 columns or as many as asked; the shell stays, so that exit codes can be asked for. */
export function openTerminal(repo: TestRepo, command: string, columns = 80): Terminal {
  serial += 1;
  const socket = `git-checkpoint-test-${process.pid}-${serial}`;
  const tmux = (...args: string[]) => {
    const run = spawnSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], {
      cwd: repo.root,
      env: { ...repo.env, TERM: 'xterm', SHELL: '/bin/sh' },
      encoding: 'utf8',
    });
    if (run.status !== 0) throw new Error(`tmux ${args[0]}: ${run.stderr}`);
    return run.stdout;
  };
  tmux('new-session', '-d', '-x', String(columns), '-y', '40', 'sh');
  tmux('send-keys', '-l', `${command}; echo "exit=$?"`);
  tmux('send-keys', 'Enter');
  return {
    type: (...keys) => void tmux('send-keys', ...keys),
    async waitFor(pattern) {
      for (let look = 0; look < 400; look += 1) {
        const screen = tmux('capture-pane', '-p', '-J');
        if (pattern.test(screen)) return screen;
        await sleep(50);
      }
      throw new Error(`the terminal never showed ${pattern}:\n${tmux('capture-pane', '-p', '-J')}`);
    },
    joined: () => tmux('capture-pane', '-p', '-J', '-S', '-'),
    close: () => void spawnSync('tmux', ['-L', socket, 'kill-server']),
  };
}
