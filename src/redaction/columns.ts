import type { SecretSpan } from './secret-span.ts';
import { isSecretValue } from './secret-value.ts';
import { type NameKind, secretNameKind } from './secret-words.ts';

interface Cell {
  readonly text: string;
  readonly start: number;
}

interface Columns {
  readonly delimiter: string;
  /** What each column holds; undefined when it is no secret. */
  readonly kinds: readonly (NameKind | undefined)[];
}

interface Table {
  readonly spans: readonly SecretSpan[];
  /** Where the last line that was read ends. */
  readonly end: number;
}

const MAX_HEADER_LENGTH = 512;
const MAX_ROW_LENGTH = 4096;
const DELIMITERS = ['|', ',', ';', '\t'];

/** Finds the values below a telling name at the head of a column, in CSV files and in tables of Markdown. */
export function findColumn(text: string, name: { readonly start: number; readonly end: number }): Table {
  const before = text.slice(Math.max(0, name.start - MAX_HEADER_LENGTH), name.start);
  const from = name.start - before.length + before.lastIndexOf('\n') + 1;
  const rest = text.slice(name.end, name.end + MAX_HEADER_LENGTH);
  const to = name.end + rest.indexOf('\n');
  if (to < name.end) return { spans: [], end: 0 };
  const columns = readHeader(text.slice(from, to));
  return columns === undefined ? { spans: [], end: 0 } : readRows(text, to + 1, columns);
}

function readHeader(line: string): Columns | undefined {
  const delimiter = DELIMITERS.find((each) => line.includes(each));
  if (delimiter === undefined) return undefined;
  const heads = cellsOf(line, 0, delimiter).map(({ text }) => text);
  if (heads.filter((head) => head !== '').length < 2) return undefined;
  if (!heads.every((head) => /^[A-Za-z][\w .()/*-]{0,40}$|^$/.test(head))) return undefined;
  return { delimiter, kinds: heads.map((head) => (head === '' ? undefined : secretNameKind(head))) };
}

function readRows(text: string, from: number, columns: Columns): Table {
  const spans: SecretSpan[] = [];
  let at = from;
  while (at < text.length) {
    const end = text.slice(at, at + MAX_ROW_LENGTH).indexOf('\n');
    const to = end === -1 ? Math.min(text.length, at + MAX_ROW_LENGTH) : at + end;
    const cells = cellsOf(text.slice(at, to), at, columns.delimiter);
    // Fewer cells: the table is over. More: a value has the delimiter in it.
    if (cells.length < columns.kinds.length) break;
    spans.push(...secretsOfRow(cells, columns));
    at = to + 1;
  }
  return { spans, end: at };
}

function secretsOfRow(cells: readonly Cell[], { delimiter, kinds }: Columns): SecretSpan[] {
  return kinds.flatMap((kind, column) => {
    const cell = cells[column];
    if (kind === undefined || cell === undefined) return [];
    const last = (delimiter !== '|' && column === kinds.length - 1 ? cells.at(-1) : cell) ?? cell;
    const value = { value: cell.text, place: 'certain' as const, quoted: true, password: kind === 'password' };
    if (!isSecretValue(value)) return [];
    return [{ kind: 'column-value', start: cell.start, end: last.start + last.text.length }];
  });
}

/** The cells of a line, without blanks and quotes around them. */
function cellsOf(line: string, offset: number, delimiter: string): Cell[] {
  const cells: Cell[] = [];
  let start = 0;
  let quoted = false;
  let blank = true;
  for (let at = 0; at <= line.length; at += 1) {
    const letter = line[at];
    if (letter === '"' && delimiter !== '|' && (quoted || blank || line[at - 1] === '"')) quoted = !quoted;
    const ends =
      letter === undefined || (letter === delimiter && !quoted && !(delimiter === '|' && line[at - 1] === '\\'));
    blank = ends || (blank && letter === ' ');
    if (!ends) continue;
    cells.push(trimmed(line.slice(start, at), offset + start));
    start = at + 1;
  }
  return cells;
}

function trimmed(cell: string, start: number): Cell {
  const lead = /^[\s"'`*]*/.exec(cell)?.[0].length ?? 0;
  const text = cell.slice(lead).replace(/[\s"'`*]{1,16}$/, '');
  return { text, start: start + lead };
}
