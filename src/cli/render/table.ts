import { padLeft, padToWidth, textWidth } from '../../core/text-width.ts';

export interface Column<T> {
  readonly title: string;
  readonly align?: 'left' | 'right';
  readonly cell: (row: T) => string;
}

/** Rows under their titles, two spaces between columns; a column without a single word is left out. */
export function renderTable<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const filled = columns
    .map((column) => ({ ...column, cells: rows.map(column.cell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const drawn = filled.map(({ title, align, cells }) => {
    const width = Math.max(...[title, ...cells].map(textWidth));
    const pad = align === 'left' ? padToWidth : padLeft;
    return [title, ...cells].map((cell) => pad(cell, width));
  });
  const lines = ['', ...rows].map((_, at) =>
    drawn
      .map((cells) => cells[at])
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}
