/**
 * Takes a picture of a terminal: `node --import tsx scripts/screens.ts OUT.png COLUMNS ROWS COMMAND [KEYS...]`. Runs the command line in
 * tmux, types the keys, and draws the screen with its colours; OUT.svg needs no chromium. TITLE stands in the window's bar. For looking at what a
 * command shows, and for the README's pictures.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawScreen, drawTitle, drawWindow, heightOf, type Size, widthOf } from './pictures/draw-terminal.ts';

const SETTLED_MS = 2500;
const title = process.env['TITLE'];
const [out, columns = '80', rows = '24', command, ...keys] = process.argv.slice(2);
if (out === undefined || command === undefined) throw new Error('screens.ts OUT.png COLUMNS ROWS COMMAND [KEYS...]');

const socket = `git-checkpoint-screens-${process.pid}`;
const tmux = (...args: string[]) =>
  execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });

tmux('new-session', '-d', '-x', columns, '-y', rows, `${command}; cat`);
try {
  await sleep(SETTLED_MS);
  for (const key of keys) {
    tmux('send-keys', key);
    await sleep(SETTLED_MS / 2);
  }
  draw(tmux('capture-pane', '-p', '-e'), out);
} finally {
  tmux('kill-server');
}

function draw(screen: string, file: string): void {
  const size = { columns: Number(columns), rows: Number(rows) };
  const picture = drawWindow(size, command ?? '', drawTitle(title ?? '') + drawScreen({ text: screen }));
  if (file.endsWith('.svg')) writeFileSync(file, picture);
  else photograph(picture, size, file);
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
