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

export function holdsBlock(text: string): boolean {
  return BLOCK.test(text);
}

export function withoutBlock(text: string): string {
  const found = BLOCK.exec(text);
  if (found === null) return text;
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  // The line end before the block belongs to the line before it.
  return before === '' ? after : `${before}${/^\r?\n/.exec(found[0])?.[0] ?? ''}${after}`;
}

const NAME = `(?:[\\w-]+|"[^"\\n]*"|'[^'\\n]*')`;
const DOTTED = `${NAME}(?:\\s*\\.\\s*${NAME})*`;
const LINE = new RegExp(`^\\s*(?:\\[+\\s*(?<table>${DOTTED})\\s*\\]|(?<key>${DOTTED})\\s*=)`);

/**
 * What of the user's defines the table already, or is a value above it: a second one would make the file unreadable. A list of tables
 * may grow.
 */
export function definesTable(text: string, table: string, isList = false): string | undefined {
  const wanted = table.split('.');
  let inside: readonly string[] = [];
  for (const line of text.split('\n')) {
    const { table: header, key } = LINE.exec(line)?.groups ?? {};
    if (header !== undefined) inside = namesIn(header);
    if (header !== undefined && inside.join('.') === table && !(isList && isEntry(line))) return `[${table}]`;
    const path = key === undefined || (isList && inside.join('.') === table) ? [] : [...inside, ...namesIn(key)];
    if (path.length > 0 && wanted.every((name, at) => at >= path.length || path[at] === name)) return path.join('.');
  }
  return undefined;
}

function isEntry(line: string): boolean {
  return line.trimStart().startsWith('[[');
}

function namesIn(dotted: string): string[] {
  return (dotted.match(new RegExp(NAME, 'g')) ?? []).map((name) => name.replace(/^["']|["']$/g, ''));
}
