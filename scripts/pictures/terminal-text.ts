/** A piece of a line with one look. */
export interface Run {
  readonly text: string;
  readonly color?: string;
  readonly background?: string;
  readonly bold?: boolean;
  readonly dim?: boolean;
}

/** Reversed colours stay when a background is taken back. */
type Look = Omit<Run, 'text'> & { readonly inverse?: boolean };

const BASIC = ['#45475a', '#f38ba8', '#a6e3a1', '#f9e2af', '#89b4fa', '#cba6f7', '#94e2d5', '#cdd6f4'];
const CUBE = [0, 95, 135, 175, 215, 255];
const hex = (...parts: number[]) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

function indexed(index: number): string {
  if (index < 16) return BASIC[index % 8] ?? '#cdd6f4';
  if (index >= 232) return hex(...Array(3).fill(8 + (index - 232) * 10));
  const at = index - 16;
  return hex(CUBE[Math.floor(at / 36)] ?? 0, CUBE[Math.floor(at / 6) % 6] ?? 0, CUBE[at % 6] ?? 0);
}

/** The lines of a screen as tmux tells them, with their escapes read. */
export function readScreen(screen: string): Run[][] {
  let look: Look = {};
  return screen
    .replace(/\n$/, '')
    .split('\n')
    .map((line) =>
      [...line.matchAll(/\u001b\[([\d;]*)m|([^\u001b]+)|\u001b[^m]*/g)].flatMap(([, codes, text]) => {
        if (codes !== undefined) look = changed(look, codes.split(';').map(Number));
        const { inverse, ...plain } = look;
        return text === undefined ? [] : [{ ...plain, ...(inverse ? { background: '#45475a' } : {}), text }];
      }),
    );
}

function changed(before: Look, codes: number[]): Look {
  let look = before;
  while (codes.length > 0) look = { ...look, ...effect(codes) };
  return look;
}

const none = { color: undefined, background: undefined, bold: false, dim: false, inverse: false };

/** What the next code does; takes it, and the numbers that belong to it, away. */
function effect(codes: number[]): Look {
  const code = codes.shift() ?? 0;
  if (code === 0) return none as unknown as Look;
  if (code === 1) return { bold: true };
  if (code === 2) return { dim: true };
  if (code === 7 || code === 27) return { inverse: code === 7 };
  if (code === 38 || code === 48) return { [code === 38 ? 'color' : 'background']: extended(codes) };
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return { color: indexed(code % 10) };
  if (code === 39) return { color: undefined } as unknown as Look;
  if (code === 49) return { background: undefined } as unknown as Look;
  return code === 22 ? { bold: false, dim: false } : {};
}

function extended(codes: number[]): string {
  if (codes.shift() === 5) return indexed(codes.shift() ?? 7);
  return hex(codes.shift() ?? 0, codes.shift() ?? 0, codes.shift() ?? 0);
}
