import { readFileSync, writeFileSync } from 'node:fs';

/** A table of docs/reliability.md. */
export interface Section {
  readonly title: string;
  readonly about?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** A promise did not hold. */
  readonly failed: boolean;
  /** What a reader needs to find out why; printed, not written. */
  readonly details?: readonly string[];
}

const PAGE = 'docs/reliability.md';

/** Puts a table into the page, in the place of the one that this script wrote the last time. */
export function writeSection(name: string, section: Section, how: string): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [line(section.head), `|${section.head.map(() => '---').join('|')}|`, ...section.rows.map(line)];
  const text = [
    `<!-- ${name}: written by a script, do not edit -->`,
    `## ${section.title}`,
    '',
    ...(section.about === undefined ? [] : [section.about, '']),
    ...table,
    '',
    `\`${how}\``,
    `<!-- end of ${name} -->`,
  ].join('\n');
  const page = readFileSync(PAGE, 'utf8');
  const old = new RegExp(`<!-- ${name}: [\\s\\S]*?<!-- end of ${name} -->`);
  writeFileSync(PAGE, old.test(page) ? page.replace(old, () => text) : `${page.trimEnd()}\n\n${text}\n`);
}
