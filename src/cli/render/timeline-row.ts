import { cutToWidth, padLeft, padToWidth, textWidth } from '../../core/text-width.ts';

/** What a row of a timeline says; the renderer decides what fits. */
export interface TimelineCells {
  readonly mark: string;
  readonly number: string;
  readonly age: string;
  readonly why: string;
  readonly lines: string;
  readonly summary: string;
  readonly files: string;
}

type Name = keyof TimelineCells;

interface Column {
  readonly name: Name;
  readonly most: number;
  readonly align?: 'right';
  /** It grows with the screen up to this. */
  readonly wide?: number;
  /** Narrower screens do without it. */
  readonly from?: number;
}

const columns: readonly Column[] = [
  { name: 'mark', most: 1 },
  { name: 'number', most: 9, align: 'right' },
  { name: 'age', most: 4 },
  { name: 'why', most: 16, wide: 28, from: 56 },
  { name: 'lines', most: 12, from: 68 },
  { name: 'summary', most: Number.MAX_SAFE_INTEGER },
  { name: 'files', most: 32, from: 96 },
];

/** Two spaces between columns, one behind the mark. */
const GAP = 2;
const MIN_SUMMARY = 24;

/** Draws rows so that no line is wider than the screen: the summary takes what is left, and files what the summary leaves. */
export function drawRows(
  rows: readonly TimelineCells[],
  width: number,
  paint: (name: Name, text: string, row: TimelineCells) => string,
): string[] {
  const shown = columns.filter(({ from = 0, name }) => width >= from && rows.some((row) => row[name] !== ''));
  const widths = new Map(
    shown.map(({ name, most, wide = most }) => [
      name,
      Math.min(
        Math.max(most, Math.min(wide, Math.floor(width / 5))),
        Math.max(...rows.map((row) => textWidth(row[name]))),
      ),
    ]),
  );
  const fixed = shown.filter(({ name }) => name !== 'summary' && name !== 'files');
  const taken = fixed.reduce((sum, { name }) => sum + (widths.get(name) ?? 0) + GAP, -1);
  const files = widths.get('files') === undefined ? 0 : (widths.get('files') ?? 0) + GAP;
  const room = Math.max(MIN_SUMMARY, width - taken - files);
  widths.set('summary', Math.min(room, widths.get('summary') ?? 0));
  return rows.map((row) => {
    const cells = shown.map(({ name, align }) => {
      const wide = name === 'summary' && width - taken < MIN_SUMMARY ? width - taken : (widths.get(name) ?? 0);
      const text = cutToWidth(row[name], wide);
      return paint(name, (align === 'right' ? padLeft : padToWidth)(text, wide), row) + (name === 'mark' ? '' : ' ');
    });
    return cells.join(' ').trimEnd();
  });
}
