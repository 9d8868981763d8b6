/** Rows of a table in a Markdown text, cell by cell. */
export function cellsOf(line = ''): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
