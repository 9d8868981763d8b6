import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawScreen, drawTitle, drawWindow, heightOf, type Size, widthOf } from './draw-terminal.ts';

const SETTLED_MS = 2500;

export interface Shot {
  /** A command line for a shell. */
  readonly command: string;
  readonly size: Size;
  /** Typed one after the other, by tmux's names. */
  readonly keys?: readonly string[];
  readonly title?: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

let serial = 0;

/** Runs a command line in tmux, types the keys, and draws the screen with its colours to a file, SVG or PNG by its name. */
export async function takeScreen(file: string, shot: Shot): Promise<void> {
  const { command, size, keys = [], title = '', cwd = process.cwd(), env = process.env } = shot;
  serial += 1;
  const socket = `git-checkpoint-screens-${process.pid}-${serial}`;
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], { encoding: 'utf8', cwd, env });
  tmux('new-session', '-d', '-x', String(size.columns), '-y', String(size.rows), `${command}; cat`);
  try {
    await sleep(SETTLED_MS);
    for (const key of keys) {
      tmux('send-keys', key);
      await sleep(SETTLED_MS / 2);
    }
    // Where a picture was taken is nobody's concern.
    const text = tmux('capture-pane', '-p', '-e').replaceAll(cwd, '/home/ada/tokens');
    const picture = drawWindow(size, title || command, drawTitle(title) + drawScreen({ text }));
    if (file.endsWith('.svg')) writeFileSync(file, picture);
    else photograph(picture, size, file);
  } finally {
    tmux('kill-server');
  }
}

function photograph(picture: string, size: Size, file: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'git-checkpoint-screens-'));
  writeFileSync(join(folder, 'screen.html'), `<meta charset="utf-8"><body style="margin:0">${picture}`);
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--hide-scrollbars'];
  const window = `--window-size=${widthOf(size)},${heightOf(size)}`;
  try {
    const page = `file://${join(folder, 'screen.html')}`;
    execFileSync('chromium', [...flags, window, `--screenshot=${file}`, page], { stdio: 'ignore' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
