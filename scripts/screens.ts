/**
 * Takes a picture of a terminal: `node --import tsx scripts/screens.ts OUT.png COLUMNS ROWS COMMAND [KEYS...]`. Runs the command line in
 * tmux, types the keys, and draws the screen with its colours; OUT.svg needs no chromium. TITLE stands in the window's bar. For looking at what a
 * command shows.
 */
import { takeScreen } from './pictures/take-screen.ts';

const [out, columns = '80', rows = '24', command, ...keys] = process.argv.slice(2);
if (out === undefined || command === undefined) throw new Error('screens.ts OUT.png COLUMNS ROWS COMMAND [KEYS...]');
await takeScreen(out, {
  command,
  keys,
  size: { columns: Number(columns), rows: Number(rows) },
  title: process.env['TITLE'] ?? '',
});
