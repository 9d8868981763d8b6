import type { Edit } from './text-edit.ts';

const BEGIN = '# >>> git-checkpoint >>>';
const END = '# <<< git-checkpoint <<<';
const BLOCK = new RegExp(`\\r?\\n?${BEGIN}[\\s\\S]*?${END}(?:\\r?\\n|$)`);

/** The edit that puts our lines at the end of a TOML file, where they can end no table of the user's. */
export function blockEdit(text: string, lines: readonly string[]): Edit {
  const line = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' || text.endsWith('\n') ? '' : line;
  return { at: text.length, removed: '', inserted: gap + [BEGIN, ...lines, END, ''].join(line) };
}

export function withoutBlock(text: string): string {
  const found = BLOCK.exec(text);
  if (found === null) return text;
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  // The line end before the block belongs to the line before it.
  return before === '' ? after : `${before}${/^\r?\n/.exec(found[0])?.[0] ?? ''}${after}`;
}

/** Whether the user defines the table already: a second one would make the file unreadable. */
export function definesTable(text: string, table: string): boolean {
  const name = table.split('.').map((part) => `(?:${part}|"${part}"|'${part}')`);
  return new RegExp(`^\\s*\\[\\s*${name.join('\\s*\\.\\s*')}\\s*\\]`, 'm').test(text);
}
