/**
 * Takes a picture of a terminal: `node --import tsx scripts/screens.ts OUT.png COLUMNS ROWS COMMAND [KEYS...]`. Runs the command line in
 * tmux, types the keys, and has chromium draw the screen with its colours. For looking at what a command shows.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SETTLED_MS = 2500;
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
  const folder = mkdtempSync(join(tmpdir(), 'git-checkpoint-screens-'));
  const [width, height] = [Number(columns) * 8.5 + 40, Number(rows) * 18 + 40];
  const style = 'background:#1e1e1e;color:#ddd;font:14px/18px monospace;margin:20px;white-space:pre';
  writeFileSync(join(folder, 'screen.html'), `<meta charset="utf-8"><body style="${style}">${colored(screen)}`);
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--hide-scrollbars'];
  const window = `--window-size=${Math.ceil(width)},${Math.ceil(height)}`;
  try {
    const page = `file://${join(folder, 'screen.html')}`;
    execFileSync('chromium', [...flags, window, `--screenshot=${file}`, page], { stdio: 'ignore' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The escapes of tmux's capture as spans. */
function colored(screen: string): string {
  const escaped = screen.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  let open = 0;
  const spans = escaped.replace(/\u001b\[([\d;]*)m/g, (_, codes: string) => {
    const styles = codes.split(';').map(styleOf).filter(Boolean);
    const closing = '</span>'.repeat(codes === '' || codes.split(';').includes('0') ? open : 0);
    if (closing !== '') open = 0;
    if (styles.length === 0) return closing;
    open += 1;
    return `${closing}<span style="${styles.join(';')}">`;
  });
  return spans + '</span>'.repeat(open);
}

function styleOf(code: string): string {
  const colors = ['#000', '#f14c4c', '#23d18b', '#e5e510', '#3b8eea', '#d670d6', '#29b8db', '#e5e5e5'];
  const number = Number(code);
  if (number >= 30 && number <= 37) return `color:${colors[number - 30]}`;
  const words: Record<string, string> = {
    '1': 'font-weight:bold',
    '2': 'opacity:.6',
    '7': 'background:#444',
    '39': 'color:#ddd',
  };
  return words[code] ?? '';
}
