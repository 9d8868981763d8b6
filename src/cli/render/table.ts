import { cutToWidth, padLeft, padToWidth, textWidth } from '../../core/text-width.ts';
import type { World } from '../../core/world.ts';
import { cutStyled } from './cut-styled.ts';

export interface Column<T> {
  readonly title?: string;
  readonly align?: 'left';
  /** The most it may take of a line. */
  readonly most?: number;
  /** Narrower screens do without it. */
  readonly from?: number;
  readonly paint?: (text: string, row: T) => string;
  readonly cell: (row: T) => string;
}

/** Rows, under their titles where columns have any, two spaces between columns; a column without a single word is left out. */
export function renderTable<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  width = Number.MAX_SAFE_INTEGER,
): string {
  const filled = columns
    .filter(({ from = 0 }) => width >= from)
    .map((column) => ({ ...column, cells: rows.map(column.cell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  let room = width;
  const drawn = filled.map(({ title = '', align, most, cells, paint = (text) => text }, at) => {
    const isLast = at === filled.length - 1;
    const widest = Math.max(...[title, ...cells].map(textWidth));
    const wide = Math.min(widest, most ?? widest, isLast ? Math.max(10, room) : widest);
    room -= wide + 2;
    const pad = align === 'left' ? padToWidth : padLeft;
    const fit = (cell: string) =>
      isLast && align === 'left' ? cutToWidth(cell, wide) : pad(cutToWidth(cell, wide), wide);
    return [fit(title), ...rows.map((row, line) => paint(fit(cells[line] ?? ''), row))];
  });
  const head = columns.some(({ title }) => title !== undefined) ? 0 : 1;
  const lines = ['', ...rows].map((_, line) =>
    drawn
      .map((cells) => cells[line])
      .join('  ')
      .trimEnd(),
  );
  return lines
    .slice(head)
    .map((line) => `${cutStyled(line, width)}\n`)
    .join('');
}

/** Columns of the terminal, 80 where it does not say (as `script` without a window); a pipe gets everything. */
export function screenWidth({ stdout }: World): number {
  return stdout.isTTY ? stdout.columns || 80 : Number.MAX_SAFE_INTEGER;
}
