import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Screen, Size } from '../pictures/draw-terminal.ts';
import { put } from './put.ts';
import { Skipped, type Stage } from './stage.ts';

/** A client in a terminal of its own, at which somebody types. */
export interface Terminal {
  /** Types a line, waits until it stands there, and presses Enter. */
  send(line: string): Promise<void>;
  /** Waits until the screen, or what scrolled off it, matches. */
  see(words: RegExp, seconds?: number): Promise<string>;
  /** Presses a key, by tmux's name for it. */
  press(key: string): void;
  screen(): string;
  /** What stands on the screen now, with its colours. */
  picture(): Screen;
  /** Types without pressing Enter. */
  type(text: string): void;
  /** Ends the client's process as the kernel does. */
  kill(): void;
  exited(seconds?: number): Promise<void>;
}

/** Starts a client in tmux, hands its terminal over and ends whatever is left. */
export async function inTerminal(
  stage: Pick<Stage, 'repo' | 'env'> & { readonly size?: Size },
  command: readonly string[],
  use: (terminal: Terminal) => Promise<void>,
): Promise<void> {
  const { columns, rows } = stage.size ?? { columns: 140, rows: 50 };
  const folder = mkdtempSync(join(tmpdir(), 'gc-tmux-'));
  const tmux = (...args: string[]) =>
    spawnSync('tmux', ['-S', join(folder, 'socket'), '-f', '/dev/null', ...args], { env: stage.env, encoding: 'utf8' });
  if (tmux('-V').status !== 0) throw new Skipped('there is no tmux');
  const script = join(folder, 'start.sh');
  const words = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  put(script, `#!/bin/sh\ncd '${stage.repo.root}'\necho $$ > '${folder}/pid'\nexec ${words}\n`);
  chmodSync(script, 0o755);
  try {
    tmux('new-session', '-d', '-s', 'e2e', '-x', `${columns}`, '-y', `${rows}`, script);
    tmux('set', '-g', 'remain-on-exit', 'on');
    await use(terminalOf(tmux, () => Number(readFileSync(join(folder, 'pid'), 'utf8'))));
  } finally {
    tmux('kill-server');
    rmSync(folder, { recursive: true, force: true });
  }
}

type Tmux = (...args: string[]) => { readonly stdout: string };

function terminalOf(tmux: Tmux, pid: () => number): Terminal {
  const screen = () => tmux('capture-pane', '-p', '-S', '-', '-t', 'e2e').stdout;
  const see = async (words: RegExp, seconds = 60) => {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(100)) {
      const text = screen();
      if (words.test(text)) return text;
    }
    throw new Error(`the screen never showed ${words}:\n${screen()}`);
  };
  return {
    screen,
    picture: () => {
      const [column = 0, row = 0] = tmux('display-message', '-p', '-t', 'e2e', '#{cursor_x} #{cursor_y}')
        .stdout.split(' ')
        .map(Number);
      return { text: tmux('capture-pane', '-p', '-e', '-t', 'e2e').stdout, cursor: { column, row } };
    },
    type: (text) => void tmux('send-keys', '-t', 'e2e', '-l', '--', text),
    see,
    send: async (line) => {
      tmux('send-keys', '-t', 'e2e', '-l', '--', line);
      await see(new RegExp(line.slice(0, 30).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')), 20);
      // A client that completes commands must have found this one.
      await sleep(line.startsWith('/') ? 1000 : 300);
      tmux('send-keys', '-t', 'e2e', 'Enter');
    },
    press: (key) => void tmux('send-keys', '-t', 'e2e', key),
    kill: () => process.kill(pid(), 'SIGKILL'),
    exited: async (seconds = 30) => {
      for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(100)) {
        if (tmux('display-message', '-p', '-t', 'e2e', '#{pane_dead}').stdout.trim() !== '0') return;
      }
      throw new Error('the client did not end');
    },
  };
}
