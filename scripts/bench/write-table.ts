import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Puts a table into its place in docs/benchmarks.md, which names the command that made it. */
export function writeTable(name: string, command: string, table: readonly string[]): void {
  const path = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));
  const text = readFileSync(path, 'utf8');
  const marks = new RegExp(`<!-- ${name}: [\\s\\S]*<!-- end of ${name} -->`);
  if (!marks.test(text)) throw new Error(`docs/benchmarks.md has no place for the table ${name}`);
  const made = [`<!-- ${name}: ${command} -->`, ...table, `<!-- end of ${name} -->`].join('\n');
  writeFileSync(
    path,
    text.replace(marks, () => made),
  );
}
