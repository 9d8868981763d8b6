import { jsonEntries } from './json-entries.ts';
import { plainLine } from './sentences.ts';

/** The lines of a text without its code, each row of a table and each entry of a report in JSON as one line. */
export function proseLines(text: string): string[] {
  const entries = jsonEntries(text);
  if (entries !== undefined) return entries;
  const lines = text.replace(/```[\s\S]*?(?:```|$)/g, '\n').split(/\r?\n/);
  let titles: readonly string[] = [];
  return lines.flatMap((line, at) => {
    const cells = cellsOf(line);
    if (cells === undefined) {
      titles = [];
      return [line];
    }
    if (isRuler(line)) return [];
    if (isRuler(lines[at + 1] ?? '')) {
      titles = cells;
      return [];
    }
    return [rowText(cells, titles)];
  });
}

function cellsOf(line: string): string[] | undefined {
  if (!/^\s*\|.*\|\s*$/.test(line)) return undefined;
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map(plainLine);
}

function isRuler(line: string): boolean {
  return /^\s*\|(?:\s*:?-{2,}:?\s*\|)+\s*$/.test(line);
}

/** `name: first title second, third title fourth` reads without the table. */
function rowText([first = '', ...rest]: readonly string[], titles: readonly string[]): string {
  const told = rest.flatMap((cell, at) => {
    // What stands behind the number of a row is what the row is.
    const title = at === 0 && /^\d{1,3}$/.test(first) ? '' : (titles[at + 1] ?? '');
    if (cell === '') return [];
    return [title === '' || rest.length === 1 ? cell : `${title} ${cell}`];
  });
  return told.length === 0 ? first : `${first}: ${told.join(', ')}`;
}
