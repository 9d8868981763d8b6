import { emitKeypressEvents, type Interface, type Key } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import type { World } from '../../core/world.ts';

const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';

/** Longer than a terminal needs for the rest of an arrow key; Escape and another key pressed soon after are two keys. */
const ESCAPE_MS = 50;

/** Whether keys can be read one by one, and a screen be drawn. */
export function canPick({ stdin, stdout, env }: World): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && env['TERM'] !== 'dumb' && 'setRawMode' in stdin;
}

/** A terminal whose whole screen is drawn, and whose keys come one by one. */
interface KeyTerminal {
  size(): { readonly columns: number; readonly rows: number };
  draw(lines: readonly string[]): void;
  /** Gives the terminal back as it was. */
  leave(): void;
}

interface Listeners {
  key(key: string): void;
  resized(): void;
}

export function takeTerminal(world: World, { key, resized }: Listeners): KeyTerminal {
  const input = world.stdin as unknown as ReadStream;
  const output = world.stdout as unknown as WriteStream;
  const pressed = (text: string | undefined, pressedKey: Key) => key(nameOf(text, pressedKey));
  // A closed terminal sends no more keys.
  const ended = () => key('ctrl-c');
  emitKeypressEvents(input, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface);
  input.setRawMode(true);
  input.on('keypress', pressed).on('end', ended).resume();
  output.on('resize', resized);
  output.write(ENTER);
  return {
    size: () => ({ columns: output.columns || 80, rows: output.rows || 24 }),
    draw: (lines) => void output.write(`\u001b[H${lines.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`),
    leave() {
      output.off('resize', resized);
      input.off('keypress', pressed).off('end', ended).pause();
      input.setRawMode(false);
      output.write(LEAVE);
    },
  };
}

/** Waits for any key. */
export function anyKey(world: World): Promise<void> {
  const input = world.stdin as unknown as ReadStream;
  input.setRawMode(true);
  return new Promise((resolve) => {
    const done = () => {
      input.off('data', done).off('end', done).pause();
      input.setRawMode(false);
      resolve();
    };
    input.on('data', done).on('end', done).resume();
  });
}

/** `enter`, `up`, `ctrl-c`, or the character itself. */
function nameOf(text: string | undefined, { name, ctrl, sequence }: Key): string {
  if (ctrl && name !== undefined) return `ctrl-${name}`;
  if (name === 'return' || name === 'enter') return 'enter';
  const character = text ?? sequence ?? '';
  return [...character].length === 1 && character >= ' ' && character !== '\u007f' ? character : (name ?? '');
}
